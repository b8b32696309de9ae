import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

const installed = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** A real browser: the machine's own where there is one, otherwise the one that npm brought. */
export const openChromium = async (): Promise<Browser> => {
  const own = installed.find((path) => existsSync(path));
  const args = ['--no-sandbox', '--disable-gpu'];
  if (own !== undefined) return await chromium.launch({ executablePath: own, args });
  // On a bare machine its libraries must be unpacked too, which the package does where it believes to be in a cloud function.
  process.env.AWS_LAMBDA_JS_RUNTIME ??= 'nodejs22.x';
  const { default: packaged } = await import('@sparticuz/chromium');
  return await chromium.launch({ executablePath: await packaged.executablePath(), args: [...packaged.args, ...args] });
};
