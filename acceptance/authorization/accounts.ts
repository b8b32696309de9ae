import { call, cliClientId } from '../support/administrator.ts';
import { Browser } from '../support/browser.ts';
import { signIn, type Tokens } from '../support/sign-in.ts';

export const redirectUri = 'https://matrix.example.com/callback';

/** An application of the world with what it proves itself by. */
export interface WorldApplication {
  readonly id: string;
  readonly secret: string;
  readonly key: string;
}

/** Somebody who signs in. */
export interface Account {
  readonly userId: string;
  readonly email: string;
  password: string;
}

/** Makes an account as an administrator does, and takes it as its owner does: by the link, with a password of its own. */
export const makeAccount = async (
  url: string,
  administrator: string,
  input: { readonly tenantId: string; readonly name: string; readonly email: string },
): Promise<Account> => {
  const invited = await call(url, 'POST', '/portal/v1/users', {
    token: administrator,
    body: {
      tenantId: input.tenantId,
      email: input.email,
      firstName: 'Somebody',
      lastName: input.name,
      displayName: input.name,
      sendMail: false,
    },
  });
  if (invited.status !== 201) throw new Error(`invite ${input.email}: ${invited.status} ${invited.text}`);
  const password = `a long enough password of ${input.email}`;
  const browser = new Browser(url);
  const page = await browser.open(invited.body.confirmationUrl);
  await browser.submit(page, { firstName: 'Somebody', lastName: input.name, password, passwordRepeat: password });
  return { userId: invited.body.user.id, email: input.email, password };
};

export const signInAt = async (
  url: string,
  account: Account,
  application: WorldApplication,
  scope = 'openid api://portolan/user_impersonation',
): Promise<Tokens> =>
  await signIn({
    url,
    clientId: application.id,
    clientSecret: application.secret,
    redirectUri,
    scope,
    email: account.email,
    password: account.password,
  });

/** A token of the platform API as the command line gets it, which belongs to no application of the world. */
export const personToken = async (url: string, { email, password }: Account): Promise<string> => {
  const tokens = await signIn({
    url,
    clientId: cliClientId,
    redirectUri: 'http://127.0.0.1:54321/callback',
    scope: 'openid api://portolan/user_impersonation',
    email,
    password,
  });
  return tokens.access_token;
};

export const applicationToken = async (url: string, application: WorldApplication): Promise<string> => {
  const answer = await fetch(`${url}/identity/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: application.id,
      client_secret: application.secret,
      scope: 'api://portolan/.default',
    }),
  });
  if (answer.status !== 200) throw new Error(`client credentials: ${answer.status} ${await answer.text()}`);
  return ((await answer.json()) as Tokens).access_token;
};
