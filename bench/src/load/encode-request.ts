export interface RequestParts {
  readonly method?: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** The bytes of a request. Made before the clock runs, so that the load generator does as little as it can. */
export const encodeRequest = ({ method = 'GET', path, headers = {}, body }: RequestParts): Buffer => {
  const fields: Record<string, string> = { host: 'localhost', ...headers };
  if (body !== undefined) fields['content-length'] = String(Buffer.byteLength(body));
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body ?? ''}`);
};
