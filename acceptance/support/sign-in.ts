import { createHash, randomBytes } from 'node:crypto';
import { Browser, type Page } from './browser.ts';

export interface SignInOptions {
  readonly url: string;
  readonly clientId: string;
  readonly clientSecret?: string;
  readonly redirectUri: string;
  readonly scope: string;
  readonly email: string;
  readonly password: string;
  readonly browser?: Browser;
}

export interface Tokens {
  readonly access_token: string;
  readonly id_token?: string;
  readonly refresh_token?: string;
  readonly token_type: string;
  readonly expires_in: number;
}

/** Signs a person in as a script does: the form with `email` and `password`, then the code for tokens. */
export const signIn = async (options: SignInOptions): Promise<Tokens> => {
  const verifier = randomBytes(32).toString('base64url');
  const state = randomBytes(8).toString('hex');
  const parameters = new URLSearchParams({
    client_id: options.clientId,
    response_type: 'code',
    redirect_uri: options.redirectUri,
    scope: options.scope,
    state,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  });
  const browser = options.browser ?? new Browser(options.url);
  let page = await browser.open(`${options.url}/identity/authorize?${parameters}`);
  if (page.status !== 0) page = await browser.submit(page, { email: options.email, password: options.password });
  // Programs on somebody's own machine are asked about each time: anybody can claim to be one.
  if (/name="consent"/.test(page.text)) page = await browser.submit(page, { consent: 'allow' });
  const answer = readAnswer(page, options.redirectUri);
  if (answer.get('state') !== state) throw new Error('another state came back');
  return await exchangeCode(options, answer.get('code') ?? '', verifier);
};

const readAnswer = (page: Page, redirectUri: string): URLSearchParams => {
  if (page.status === 0 && page.url.startsWith(redirectUri)) return new URL(page.url).searchParams;
  const text = page.text
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')
    .slice(0, 500);
  throw new Error(`The sign-in did not come back but stands at ${page.url} (${page.status}): ${text}`);
};

const exchangeCode = async (options: SignInOptions, code: string, verifier: string): Promise<Tokens> =>
  await askForTokens(options, {
    grant_type: 'authorization_code',
    code,
    redirect_uri: options.redirectUri,
    code_verifier: verifier,
  });

type Client = Pick<SignInOptions, 'url' | 'clientId' | 'clientSecret'>;

const askForTokens = async (client: Client, grant: Record<string, string>): Promise<Tokens> => {
  const answer = await fetch(`${client.url}/identity/token`, {
    method: 'POST',
    body: new URLSearchParams({
      ...grant,
      client_id: client.clientId,
      ...(client.clientSecret === undefined ? {} : { client_secret: client.clientSecret }),
    }),
  });
  if (answer.status !== 200) throw new Error(`The grant was refused: ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as Tokens;
};

/** Signs in now, and gives an access token that is good for a while whenever it is asked, for as long as the sign-in holds. */
export const staySignedIn = async (options: SignInOptions): Promise<() => Promise<string>> => {
  let tokens = await signIn({ ...options, scope: `${options.scope} offline_access` });
  const lifetime = tokens.expires_in * 1000;
  let begun = Date.now();
  return async () => {
    if (Date.now() - begun > lifetime / 3) {
      tokens = await askForTokens(options, {
        grant_type: 'refresh_token',
        refresh_token: tokens.refresh_token ?? '',
        scope: options.scope,
      });
      begun = Date.now();
    }
    return tokens.access_token;
  };
};
