import { AppError } from '../../platform/errors/app-error.ts';

const patience = 8_000;
const mostBytes = 512 * 1024;

/** One sentence for whatever an issuer does wrong; the cause is for the log. */
export const issuerFailed = (cause: unknown): AppError =>
  new AppError(
    'dependencyFailed',
    'federation.issuer-failed',
    "Your organisation's sign-in did not answer as it should. Try again in a moment.",
    { cause },
  );

/** Asks an issuer: no redirects, not for long, and not for much. */
export const limitedFetch = async (url: string | URL, init: RequestInit = {}): Promise<Response> => {
  const answer = await fetch(url, { ...init, redirect: 'error', signal: AbortSignal.timeout(patience) });
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of answer.body ?? []) {
    length += chunk.length;
    if (length > mostBytes) throw new Error('The answer of the issuer is too large.');
    chunks.push(chunk);
  }
  const body = [204, 205, 304].includes(answer.status) ? null : Buffer.concat(chunks);
  return new Response(body, { status: answer.status, headers: answer.headers });
};

export const fetchJson = async (url: string | URL, init: RequestInit = {}): Promise<Record<string, unknown>> => {
  const answer = await limitedFetch(url, { ...init, headers: { accept: 'application/json', ...init.headers } });
  const body: unknown = await answer.json().catch(() => undefined);
  if (!answer.ok || typeof body !== 'object' || body === null || Array.isArray(body)) {
    const code = typeof body === 'object' && body !== null && 'error' in body ? String(body.error) : '';
    throw new Error(`The issuer answered ${answer.status} ${code}`.trim());
  }
  return body as Record<string, unknown>;
};
