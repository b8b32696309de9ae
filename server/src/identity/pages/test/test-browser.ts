/** Where a walk through redirects ended. */
export interface Landing {
  readonly status: number;
  /** The address of the page, or where the browser was sent outside of the server. */
  readonly url: URL;
  readonly body: string;
  readonly headers: Headers;
}

export interface TestBrowser {
  get(path: string): Promise<Landing>;
  /** Sends a form as scripts do: no Origin and no Sec-Fetch-Site, unless given. */
  post(
    path: string,
    form: Readonly<Record<string, string>>,
    headers?: Readonly<Record<string, string>>,
  ): Promise<Landing>;
  cookies(): readonly string[];
}

interface Cookie {
  readonly name: string;
  readonly value: string;
  readonly path: string;
}

const isWithin = (path: string, folder: string): boolean =>
  path === folder || path.startsWith(folder.endsWith('/') ? folder : `${folder}/`);

/** Keeps cookies by name and path and follows redirects as a browser does, as far as they stay on the server. */
export const createTestBrowser = (server: string): TestBrowser => {
  let jar: Cookie[] = [];

  const keep = (line: string) => {
    const [pair = '', ...attributes] = line.split(';').map((part) => part.trim());
    const [name = '', value = ''] = [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)];
    const find = (key: string) =>
      attributes.find((each) => each.toLowerCase().startsWith(`${key}=`))?.slice(key.length + 1);
    const path = find('path') ?? '/';
    const isOver = new Date(find('expires') ?? '2999-01-01').getTime() < Date.now();
    jar = jar.filter((cookie) => cookie.name !== name || cookie.path !== path);
    if (!isOver) jar.push({ name, value, path });
  };

  const walk = async (start: string, init: RequestInit): Promise<Landing> => {
    let [address, options] = [new URL(start, server), init];
    for (let hop = 0; hop < 12; hop += 1) {
      const cookie = jar
        .filter(({ path }) => isWithin(address.pathname, path))
        .map(({ name, value }) => `${name}=${value}`)
        .join('; ');
      const answer = await fetch(address, {
        ...options,
        redirect: 'manual',
        headers: { ...options.headers, cookie, accept: 'text/html' },
      });
      for (const line of answer.headers.getSetCookie()) keep(line);
      const location = answer.headers.get('location');
      const { status, headers } = answer;
      if (location === null) return { status, url: address, body: await answer.text(), headers };
      await answer.arrayBuffer();
      const next = new URL(location, address);
      if (next.origin !== new URL(server).origin) return { status, url: next, body: '', headers };
      [address, options] = [next, {}];
    }
    throw new Error(`Too many redirects after ${start}`);
  };

  return {
    get: async (path) => await walk(path, {}),
    post: async (path, form, headers = {}) =>
      await walk(path, { method: 'POST', body: new URLSearchParams(form), headers }),
    cookies: () => jar.map(({ name }) => name),
  };
};

/** What a page says at the top, without tags. */
export const headingOf = ({ body }: Landing): string => /<h1>([^<]*)<\/h1>/.exec(body)?.[1] ?? '';
export const alertOf = ({ body }: Landing): string | undefined => /role="alert"><p>([^<]*)<\/p>/.exec(body)?.[1];
