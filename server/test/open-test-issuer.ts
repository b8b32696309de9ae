import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';

/** What the issuer says and does; tests change it to be a bad one. */
export interface IssuerBehaviour {
  claims: JWTPayload;
  /** Changes to the discovery document. */
  document: Record<string, unknown>;
  userinfo: Record<string, unknown> | undefined;
  /** Replaces the id token. */
  idToken: ((good: string) => string | Promise<string>) | undefined;
  tokenStatus: number;
}

export interface TestIssuer {
  readonly url: string;
  readonly behaviour: IssuerBehaviour;
  /** What the last request to the token endpoint brought. */
  readonly seen: { authorization?: string | undefined; form?: URLSearchParams };
  /** The person agrees: gives the address that the issuer sends the browser to. */
  answer(authorizeAddress: string, changes?: Readonly<Record<string, string | undefined>>): URL;
  signWithOtherKey(claims: JWTPayload): Promise<string>;
  close(): Promise<void>;
}

const readBody = async (request: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
};

/** An OpenID Connect issuer of its own, small and obedient, so that every mistake an issuer can make can be made. */
export const openTestIssuer = async (): Promise<TestIssuer> => {
  const [own, other] = [await generateKeyPair('RS256'), await generateKeyPair('RS256')];
  const jwk = { ...(await exportJWK(own.publicKey)), kid: 'one', alg: 'RS256', use: 'sig' };
  const nonces = new Map<string, string>();
  const seen: TestIssuer['seen'] = {};
  const behaviour: IssuerBehaviour = {
    claims: {},
    document: {},
    userinfo: undefined,
    idToken: undefined,
    tokenStatus: 200,
  };
  let url = '';
  const sign = async (claims: JWTPayload, key = own.privateKey) =>
    await new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'one' }).sign(key);

  const giveToken = async (request: IncomingMessage): Promise<unknown> => {
    seen.form = new URLSearchParams(await readBody(request));
    seen.authorization = request.headers.authorization;
    const now = Math.floor(Date.now() / 1000);
    const nonce = nonces.get(seen.form.get('code') ?? '');
    const good = await sign({ iss: url, aud: 'portolan', iat: now, exp: now + 300, nonce, ...behaviour.claims });
    return { access_token: 'at', token_type: 'Bearer', id_token: (await behaviour.idToken?.(good)) ?? good };
  };

  const server = createServer(async (request, response) => {
    const reply = (body: unknown, status = 200) => {
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(JSON.stringify(body));
    };
    if (request.url === '/.well-known/openid-configuration') {
      reply({
        issuer: url,
        authorization_endpoint: `${url}/authorize`,
        token_endpoint: `${url}/token`,
        userinfo_endpoint: `${url}/userinfo`,
        jwks_uri: `${url}/jwks`,
        ...behaviour.document,
      });
    } else if (request.url === '/jwks') reply({ keys: [jwk] });
    else if (request.url === '/token') reply(await giveToken(request), behaviour.tokenStatus);
    else if (request.url === '/userinfo') reply(behaviour.userinfo ?? {}, behaviour.userinfo === undefined ? 404 : 200);
    else reply({}, 404);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  return {
    url,
    behaviour,
    seen,
    answer: (address, changes = {}) => {
      const asked = new URL(address).searchParams;
      const code = randomUUID();
      nonces.set(code, asked.get('nonce') ?? '');
      const back = new URL(asked.get('redirect_uri') ?? '');
      const parameters = { code, state: asked.get('state') ?? '', ...changes };
      for (const [name, value] of Object.entries(parameters)) {
        if (value !== undefined) back.searchParams.set(name, value);
      }
      return back;
    },
    signWithOtherKey: async (claims) => await sign(claims, other.privateKey),
    close: async () => {
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
};
