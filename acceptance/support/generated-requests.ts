import type { ApiDocument, ApiOperation, ApiParameter, Json } from './api-document.ts';
import { generateValue, type Known, spoilOnePlace, type ValueOptions } from './generate-value.ts';
import { HttpConnection, type RawAnswer, type RawRequest } from './http-connection.ts';
import { asText, brokenBody, nastyText } from './nasty-values.ts';
import { below, createRandom, pick, type Random } from './random.ts';
import { writeXml } from './xml-form.ts';

export interface GeneratedOptions {
  readonly port: number;
  readonly document: ApiDocument;
  readonly perOperation: number;
  readonly seed: number;
  /** Credentials of the requests to one operation: with them most requests reach the operation itself. */
  readonly credentials: (operation: ApiOperation) => Promise<Headers>;
  /** Values that mean something to an operation, by the name of the parameter or member: ids of things that are there. */
  readonly known: (operation: ApiOperation) => Known;
  /** Bodies that no schema tells how to make, such as templates. */
  readonly bodies?: Readonly<Record<string, (random: Random) => unknown>>;
  /** Bodies that are no JSON, such as pictures. */
  readonly files?: Readonly<Record<string, (random: Random) => { readonly type: string; readonly content: Buffer }>>;
  /** Operations that refuse with 401 themselves, such as those that take a code. */
  readonly refusesWith401?: RegExp;
  /** Whether the area speaks XML too. */
  readonly xml?: boolean;
}

type Headers = Readonly<Record<string, string>>;

export interface Finding {
  readonly operation: string;
  readonly request: string;
  readonly problem: string;
}

/** How one operation answered. */
export interface OperationReport {
  readonly operation: string;
  readonly statuses: Map<number, number>;
  /** Answers that the operation itself gave: it worked, or refused what was valid by itself. */
  reached: number;
  milliseconds: number;
}

export interface GeneratedReport {
  readonly sent: number;
  readonly findings: readonly Finding[];
  readonly operations: readonly OperationReport[];
}

/** What must never stand in an answer: stacks, SQL, paths of the machine, names of the driver. */
const leaks =
  /\bat \S+ \(|node_modules|\.ts:\d+|SELECT |INSERT INTO|UPDATE .* SET|pg_catalog|syntax error at|relation "|\/server\/src\/|ECONNREFUSED/;
/** Longer than password hashes take on a busy machine, and shorter than anything that hangs. */
const slowest = 15_000;
const connections = 8;

/** Sends requests made from the schemas, good and bad, and reports every answer that no input may bring about (goal R5). */
export const sendGeneratedRequests = async (options: GeneratedOptions): Promise<GeneratedReport> => {
  const findings: Finding[] = [];
  const reports: OperationReport[] = [];
  let sent = 0;
  const open = Array.from({ length: connections }, () => new HttpConnection(options.port));
  for (const [index, operation] of inOrder(options.document.operations).entries()) {
    const random = createRandom(options.seed + index);
    const report: OperationReport = {
      operation: operation.operationId,
      statuses: new Map(),
      reached: 0,
      milliseconds: 0,
    };
    const credentials = await options.credentials(operation);
    const begun = performance.now();
    let left = options.perOperation;
    const work = async (connection: HttpConnection) => {
      while (left > 0) {
        left -= 1;
        const finding = await sendOne(connection, { operation, credentials, options, random }, report);
        if (finding !== undefined) findings.push(finding);
      }
    };
    await Promise.all(open.map(work));
    sent += options.perOperation;
    report.milliseconds = performance.now() - begun;
    reports.push(report);
  }
  for (const connection of open) connection.close();
  return { sent, findings, operations: reports };
};

/** What reads comes first and what deletes comes last: something must be there to be found. */
const inOrder = (operations: readonly ApiOperation[]): ApiOperation[] => {
  const rank = ({ method }: ApiOperation) => ['GET', 'PUT', 'PATCH', 'POST', 'DELETE'].indexOf(method);
  return operations.toSorted((a, b) => rank(a) - rank(b));
};

/** What the requests to one operation are made of. */
interface Source {
  readonly operation: ApiOperation;
  readonly credentials: Headers;
  readonly options: GeneratedOptions;
  readonly random: Random;
}

const sendOne = async (
  connection: HttpConnection,
  source: Source,
  report: OperationReport,
): Promise<Finding | undefined> => {
  const { operation, options } = source;
  const request = makeRequest(source);
  const begun = performance.now();
  const answer = await sendUntilHeard(connection, request).catch((error: Error) => error);
  const problem = answer instanceof Error ? answer.message : judge(answer, performance.now() - begun);
  if (!(answer instanceof Error)) {
    report.statuses.set(answer.status, (report.statuses.get(answer.status) ?? 0) + 1);
    if (isReached(answer, options.refusesWith401?.test(operation.operationId) ?? false)) report.reached += 1;
  }
  if (problem === undefined) return undefined;
  const { authorization: _, ...headers } = request.headers;
  const shown = `${request.method} ${request.path} ${JSON.stringify(headers)} ${String(request.body ?? '')}`;
  return { operation: operation.operationId, request: shown.slice(0, 2_000), problem };
};

/**
 * That many writers wait for one row is no matter of input: a server that says so is asked once more, as its clients are
 * told to. What it says then counts.
 */
const sendUntilHeard = async (connection: HttpConnection, request: RawRequest): Promise<RawAnswer> => {
  const answer = await connection.send(request);
  const isBusy = answer.status >= 502 && answer.headers.has('retry-after') && answer.text.includes('database.busy');
  return isBusy ? await connection.send(request) : answer;
};

const judge = ({ status, headers, text }: RawAnswer, milliseconds: number): string | undefined => {
  if (status >= 500) return `status ${status}: ${text.slice(0, 300)}`;
  if (!(status >= 200 && status < 500)) return `status ${status}`;
  if (!headers.has('x-supportcode')) return 'no x-supportCode';
  const leak = leaks.exec(text);
  if (leak !== null) return `leaks ${leak[0]}`;
  if (milliseconds > slowest) return `took ${Math.round(milliseconds)} ms`;
  return undefined;
};

/** Codes of errors that are found before the operation itself is asked. */
const beforeTheOperation = /request\.(invalid|malformed)|\bbody\.|route\.unknown|url\.(malformed|too-long)/;

const isReached = ({ status, text }: RawAnswer, refusesWith401: boolean): boolean => {
  if (status < 400) return true;
  if (status === 401) return refusesWith401;
  if (status === 403 || status === 405 || status === 413 || status === 415 || status === 431) return false;
  return !beforeTheOperation.test(text);
};

/** How a request is made: valid throughout, with one place spoilt, with anything anywhere, or broken as such. */
type Kind = 'valid' | 'spoilt' | 'wild' | 'broken';
const kinds: readonly Kind[] = [
  'valid',
  'valid',
  'valid',
  'valid',
  'spoilt',
  'spoilt',
  'spoilt',
  'wild',
  'wild',
  'broken',
];

const makeRequest = ({ operation, credentials, options, random }: Source): RawRequest => {
  const kind = pick(kinds, random) ?? 'valid';
  const values: ValueOptions = {
    resolve: options.document.resolve,
    random,
    wrong: kind === 'wild' ? 0.2 : 0,
    known: options.known(operation),
  };
  const parameters = operation.parameters
    .filter(({ required }) => required || random() < (kind === 'valid' ? 0.3 : 0.4))
    .map((parameter) => ({ parameter, value: asText(generateValue(parameter.schema, values, parameter.name)) }));
  const hasBody = operation.body !== undefined && operation.method !== 'GET';
  // One place of the whole request: a parameter, or somewhere in the body.
  const spoilt = kind === 'spoilt' ? below(parameters.length + (hasBody ? 3 : 0), random) : -1;
  const [path, headers] = placeParameters(operation, parameters, { spoilt, kind, random });
  const body = hasBody
    ? makeBody(operation, options, values, { kind, isSpoilt: spoilt >= parameters.length })
    : undefined;
  const file = options.files?.[operation.operationId]?.(random);
  return {
    method: operation.method,
    path,
    headers: {
      ...credentials,
      ...headers,
      ...body?.headers,
      ...(file === undefined ? {} : { 'content-type': file.type }),
      ...oddHeaders(options, kind, random),
    },
    body: file?.content ?? body?.text ?? (operation.method === 'GET' ? undefined : ''),
  };
};

interface Placed {
  readonly parameter: ApiParameter;
  readonly value: string;
}

const placeParameters = (
  operation: ApiOperation,
  parameters: readonly Placed[],
  { spoilt, kind, random }: { readonly spoilt: number; readonly kind: Kind; readonly random: Random },
): [string, Record<string, string>] => {
  let path = operation.path;
  const query: string[] = [];
  const headers: Record<string, string> = {};
  for (const [index, { parameter, value }] of parameters.entries()) {
    const text = index === spoilt ? nastyText(random) : value;
    if (parameter.in === 'path') path = path.replace(`{${parameter.name}}`, () => inPath(text, kind, random));
    else if (parameter.in === 'query') query.push(`${parameter.name}=${encode(text)}`);
    else headers[parameter.name] = inHeader(text);
  }
  if (kind === 'wild' && random() < 0.2) query.push(`${encode(nastyText(random))}=${encode(nastyText(random))}`);
  if (kind === 'broken' && random() < 0.1) query.push('%zz=%', '&&=&?');
  return [query.length === 0 ? path : `${path}?${query.join('&')}`, headers];
};

const encode = (value: string): string => encodeURIComponent(value.toWellFormed()).slice(0, 2_000);

const inPath = (value: string, kind: Kind, random: Random): string => {
  if (kind === 'broken' && random() < 0.2)
    return pick(['%', '%zz', '%c0%af', '%00', '..', '.', '%2e%2e%2f', ';a=b', '%25'], random) ?? 'x';
  return encode(value) || 'x';
};

/** What a line of a header can hold: no line breaks, or it would be another header; but any other byte. */
const inHeader = (value: string): string =>
  Buffer.from(value.replace(/[\r\n]/g, ' '))
    .toString('latin1')
    .slice(0, 1_000);

const accepts = ['application/json', 'text/json', 'application/xml', 'text/xml', '*/*', 'text/html;q=0.5, */*;q=0.1'];

const oddHeaders = (options: GeneratedOptions, kind: Kind, random: Random): Record<string, string> => {
  const accept: Record<string, string> =
    options.xml === true && random() < 0.5 ? { accept: pick(accepts, random) ?? '' } : {};
  if (kind !== 'wild' && kind !== 'broken') return accept;
  const odd: Record<string, string> = random() < 0.3 ? { 'x-supportCode': inHeader(nastyText(random)) } : {};
  if (random() < 0.2) odd.accept = inHeader(nastyText(random));
  if (random() < 0.1) odd['accept-encoding'] = 'gzip;q=NaN, *;q=0';
  if (random() < 0.1) odd['if-none-match'] = inHeader(nastyText(random));
  if (random() < 0.1) odd['idempotency-key'] = inHeader(nastyText(random));
  if (random() < 0.05)
    odd[pick(['__proto__', 'constructor', 'x-forwarded-for', 'range', 'expect'], random) ?? 'x'] = '1';
  if (random() < 0.05) odd.authorization = inHeader(`Bearer ${nastyText(random)}`);
  return { ...accept, ...odd };
};

const makeBody = (
  operation: ApiOperation,
  options: GeneratedOptions,
  values: ValueOptions,
  { kind, isSpoilt }: { readonly kind: Kind; readonly isSpoilt: boolean },
): { readonly text: string; readonly headers: Record<string, string> } => {
  const { random, resolve } = values;
  const schema: Json = operation.body ?? {};
  const isXml = options.xml === true && random() < 0.3;
  const form = isXml ? (random() < 0.5 ? 'application/xml' : 'text/xml') : 'application/json';
  const type = kind === 'broken' && random() < 0.3 ? inHeader(nastyText(random)) || 'text/plain' : form;
  const headers = { 'content-type': type };
  if (kind === 'broken' && random() < 0.5) return { text: brokenBody(random), headers };
  const made = options.bodies?.[operation.operationId]?.(random) ?? generateValue(schema, values);
  const value = isSpoilt ? spoilOnePlace(made, random) : made;
  const text = isXml ? writeXml(value, schema, resolve) : (JSON.stringify(value) ?? '');
  // Cut off, or with a piece in the wrong place.
  if (kind === 'broken') {
    const place = below(text.length, random);
    return {
      text: random() < 0.5 ? text.slice(0, place) : text.slice(0, place) + nastyText(random) + text.slice(place),
      headers,
    };
  }
  return { text, headers };
};
