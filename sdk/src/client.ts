/** What the generated tables say of an operation. */
export interface OperationTable {
  readonly [operationId: string]: {
    readonly method: string;
    readonly path: string;
    readonly query: readonly string[];
    readonly headers: readonly string[];
  };
}

interface Call {
  readonly params?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly headers?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
}

export interface ClientOptions {
  /** Where the server is, such as http://localhost:4000. */
  readonly url: string;
  /** Gives the bearer token of each call; may fetch or refresh it. */
  readonly token?: () => string | Promise<string>;
  readonly subscriptionKey?: string;
  readonly fetch?: typeof fetch;
  /** Milliseconds until a call is given up. */
  readonly timeout?: number;
}

/** An answer that is not a success. `body` is what the server said, in the error form of its area. */
export class PortolanError extends Error {
  readonly status: number;
  readonly supportCode: string;
  readonly body: unknown;

  constructor(operation: string, status: number, supportCode: string, body: unknown) {
    super(`${operation} was answered with ${status}: ${describe(body)} (support code ${supportCode})`);
    this.name = 'PortolanError';
    this.status = status;
    this.supportCode = supportCode;
    this.body = body;
  }
}

/** A client with one method per operation of an area: `createClient<my.Operations>(my.operations, { url })`. */
export const createClient = <All extends { [Name in keyof All]: { input: object; answer: unknown } }>(
  table: OperationTable,
  options: ClientOptions,
): { readonly [Name in keyof All]: (input: All[Name]['input']) => Promise<All[Name]['answer']> } =>
  Object.fromEntries(
    Object.entries(table).map(([name, operation]) => [
      name,
      async (input: Call) => await send(name, operation, input, options),
    ]),
  ) as never;

const send = async (
  name: string,
  operation: OperationTable[string],
  input: Call,
  options: ClientOptions,
): Promise<unknown> => {
  const url = new URL(fillPath(operation.path, input.params ?? {}), options.url);
  for (const [key, value] of Object.entries(input.query ?? {})) {
    if (value !== undefined) url.searchParams.set(key, String(value));
  }
  const headers = new Headers({ accept: 'application/json' });
  for (const [key, value] of Object.entries(input.headers ?? {})) {
    if (value !== undefined) headers.set(key, String(value));
  }
  if (options.token !== undefined) headers.set('authorization', `Bearer ${await options.token()}`);
  if (options.subscriptionKey !== undefined) headers.set('ocp-apim-subscription-key', options.subscriptionKey);
  const file = input.body instanceof Blob ? input.body : undefined;
  if (input.body !== undefined) headers.set('content-type', file?.type ?? 'application/json');
  const answer = await (options.fetch ?? fetch)(url, {
    method: operation.method,
    headers,
    signal: AbortSignal.timeout(options.timeout ?? 60_000),
    ...(input.body === undefined ? {} : { body: file ?? JSON.stringify(input.body) }),
  });
  if (answer.ok && /^(image|application\/octet-stream)\b/.test(answer.headers.get('content-type') ?? '')) {
    return await answer.blob();
  }
  const text = await answer.text();
  const body = text === '' ? undefined : parse(text);
  if (answer.ok) return body;
  throw new PortolanError(name, answer.status, answer.headers.get('x-supportcode') ?? 'none', body);
};

const fillPath = (path: string, params: Readonly<Record<string, unknown>>): string =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => {
    if (params[name] === undefined) throw new TypeError(`The parameter ${name} is missing.`);
    return encodeURIComponent(String(params[name]));
  });

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
};

const describe = (body: unknown): string => {
  if (typeof body !== 'object' || body === null) return String(body ?? 'no body');
  const { detail, message, Message } = body as Record<string, unknown>;
  return String(detail ?? message ?? Message ?? JSON.stringify(body));
};
