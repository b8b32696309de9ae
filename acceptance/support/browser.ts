/** The least that a browser does: cookies, redirects, forms. Works because the pages need no JavaScript (contract P2). */
export interface Page {
  readonly url: string;
  readonly status: number;
  readonly text: string;
}

export class Browser {
  readonly #cookies = new Map<string, Map<string, string>>();
  readonly #home: string;

  /** Requests to other places than `home` are not sent: the address that the browser was sent to is the result. */
  constructor(home: string) {
    this.#home = new URL(home).origin;
  }

  async open(address: string): Promise<Page> {
    return await this.#follow(address, { method: 'GET' });
  }

  /** Fills in the form of a page (the one with the given fields) and sends it. */
  async submit(page: Page, fields: Readonly<Record<string, string>>): Promise<Page> {
    const form = findForm(page.text, Object.keys(fields));
    const action = new URL(form.action === '' ? page.url : form.action, page.url).href;
    const body = new URLSearchParams({ ...form.values, ...fields });
    return await this.#follow(action, {
      method: 'POST',
      body,
      headers: { origin: this.#home, referer: page.url, 'sec-fetch-site': 'same-origin' },
    });
  }

  async #follow(address: string, options: RequestInit): Promise<Page> {
    let [next, request] = [address, options];
    for (let hop = 0; hop < 15; hop += 1) {
      const url = new URL(next);
      if (url.origin !== this.#home) return { url: next, status: 0, text: '' };
      const headers = new Headers(request.headers);
      headers.set('cookie', this.#cookieHeader(url));
      const answer = await fetch(url, { ...request, headers, redirect: 'manual' });
      this.#keep(answer, url);
      const location = answer.headers.get('location');
      if (answer.status < 300 || answer.status >= 400 || location === null) {
        return { url: next, status: answer.status, text: await answer.text() };
      }
      await answer.body?.cancel();
      next = new URL(location, url).href;
      request = { method: 'GET' };
    }
    throw new Error(`too many redirects, last to ${next}`);
  }

  #keep(answer: Response, url: URL): void {
    for (const line of answer.headers.getSetCookie()) {
      const [pair = '', ...attributes] = line.split(';').map((part) => part.trim());
      const path =
        attributes.find((attribute) => attribute.toLowerCase().startsWith('path='))?.slice(5) ?? url.pathname;
      const expired = attributes.some((attribute) => /^(max-age=0|expires=thu, 01 jan 1970)/i.test(attribute));
      const name = pair.slice(0, pair.indexOf('='));
      const jar = this.#cookies.get(path) ?? new Map<string, string>();
      this.#cookies.set(path, jar);
      if (expired) jar.delete(name);
      else jar.set(name, pair.slice(name.length + 1));
    }
  }

  #cookieHeader(url: URL): string {
    const fitting = [...this.#cookies].filter(([path]) => url.pathname.startsWith(path));
    return fitting.flatMap(([, jar]) => [...jar].map(([name, value]) => `${name}=${value}`)).join('; ');
  }
}

const attribute = (tag: string, name: string): string | undefined =>
  new RegExp(`\\b${name}="([^"]*)"`, 'i')
    .exec(tag)?.[1]
    ?.replaceAll('&amp;', '&')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'");

const findForm = (html: string, fields: readonly string[]): { action: string; values: Record<string, string> } => {
  for (const [form] of html.matchAll(/<form\b[\s\S]*?<\/form>/gi)) {
    const inputs = [...form.matchAll(/<(?:input|select|textarea)\b[^>]*>/gi)].map(([tag]) => tag);
    const names = inputs.map((tag) => attribute(tag, 'name'));
    if (!fields.every((field) => names.includes(field) || form.includes(`name="${field}"`))) continue;
    const hidden = inputs.filter((tag) => attribute(tag, 'type') === 'hidden');
    const values = Object.fromEntries(
      hidden.map((tag) => [attribute(tag, 'name') ?? '', attribute(tag, 'value') ?? '']),
    );
    return { action: attribute(form.slice(0, form.indexOf('>') + 1), 'action') ?? '', values };
  }
  const text = html
    .replace(/<(style|script)[\s\S]*?<\/\1>/g, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')
    .slice(0, 400);
  throw new Error(`There is no form with the fields ${fields.join(', ')} on this page: ${text}`);
};
