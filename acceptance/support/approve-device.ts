import { Browser } from './browser.ts';
import { adminEmail, adminPassword } from './start-portolan.ts';

/** What a person does with the link of a device: confirm the code, sign in, allow. */
export const approveDevice = async (url: string, link: string): Promise<void> => {
  const browser = new Browser(url);
  let page = await browser.open(link);
  for (let step = 0; step < 5 && /<form/.test(page.text); step += 1) {
    const fields = /name="password"/.test(page.text)
      ? { email: adminEmail, password: adminPassword }
      : /name="consent"/.test(page.text)
        ? { consent: 'allow' }
        : {};
    page = await browser.submit(page, fields);
  }
};
