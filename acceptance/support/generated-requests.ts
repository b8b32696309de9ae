import type { ApiDocument, ApiOperation } from './api-document.ts';
import { asText, createRandom, generateValue, nastyValue } from './generate-value.ts';

export interface GeneratedOptions {
  readonly url: string;
  readonly document: ApiDocument;
  readonly perOperation: number;
  readonly seed: number;
  /** Credentials of a request: with them most requests reach the operation itself. */
  readonly credentials: (operation: ApiOperation) => Readonly<Record<string, string>>;
  /** Real ids for parameters of these names, so that some requests find something. */
  readonly known?: Readonly<Record<string, readonly string[]>>;
  readonly skip?: (operation: ApiOperation) => boolean;
}

export interface Finding {
  readonly operation: string;
  readonly request: string;
  readonly problem: string;
}

/** What must never stand in an answer: stacks, SQL, paths of the machine, names of the driver. */
const leaks =
  /\bat \S+ \(|node_modules|\.ts:\d+|SELECT |INSERT INTO|UPDATE .* SET|pg_catalog|syntax error at|relation "|\/server\/src\/|ECONNREFUSED/;
const slowest = 5_000;
const atOnce = 8;

/** Sends requests made from the schemas, good and bad, and reports every answer that no input may bring about (goal R5). */
export const sendGeneratedRequests = async (
  options: GeneratedOptions,
): Promise<{ sent: number; findings: Finding[]; statuses: Map<number, number> }> => {
  const findings: Finding[] = [];
  const statuses = new Map<number, number>();
  let sent = 0;
  for (const [index, operation] of options.document.operations.entries()) {
    if (options.skip?.(operation) === true) continue;
    const random = createRandom(options.seed + index);
    for (let done = 0; done < options.perOperation; done += atOnce) {
      const some = Math.min(atOnce, options.perOperation - done);
      const outcomes = await Promise.all(Array.from({ length: some }, () => sendOne(operation, options, random)));
      for (const { status, finding } of outcomes) {
        sent += 1;
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
        if (finding !== undefined) findings.push(finding);
      }
    }
  }
  return { sent, findings, statuses };
};

const sendOne = async (operation: ApiOperation, options: GeneratedOptions, random: () => number) => {
  const { path, headers, body } = makeRequest(operation, options, random);
  const begun = performance.now();
  const answer = await fetch(options.url + path, {
    method: operation.method,
    headers: { ...options.credentials(operation), ...headers },
    redirect: 'manual',
    ...(body === undefined ? {} : { body }),
  });
  const text = await answer.text();
  const problem = judge(answer, text, performance.now() - begun);
  const request = `${operation.method} ${path.slice(0, 300)} ${JSON.stringify(headers).slice(0, 300)} ${body?.slice(0, 300) ?? ''}`;
  return {
    status: answer.status,
    finding: problem === undefined ? undefined : { operation: operation.operationId, request, problem },
  };
};

const judge = (answer: Response, text: string, milliseconds: number): string | undefined => {
  if (answer.status >= 500) return `status ${answer.status}: ${text.slice(0, 300)}`;
  if (answer.headers.get('x-supportcode') === null) return 'no x-supportCode';
  const leak = leaks.exec(text);
  if (leak !== null) return `leaks ${leak[0]}`;
  if (milliseconds > slowest) return `took ${Math.round(milliseconds)} ms`;
  return undefined;
};

const makeRequest = (operation: ApiOperation, options: GeneratedOptions, random: () => number) => {
  const { resolve } = options.document;
  const valueFor = (name: string, schema: Parameters<typeof resolve>[0]): string => {
    const known = options.known?.[name];
    if (known !== undefined && known.length > 0 && random() < 0.6)
      return known[Math.floor(random() * known.length)] ?? '';
    return asText(generateValue(schema, resolve, random));
  };
  let path = operation.path;
  const query = new URLSearchParams();
  const headers: Record<string, string> = {};
  for (const parameter of operation.parameters) {
    if (parameter.in === 'path') {
      path = path.replace(`{${parameter.name}}`, encode(valueFor(parameter.name, parameter.schema)) || 'x');
    } else if (parameter.required ? random() > 0.05 : random() < 0.4) {
      const value = valueFor(parameter.name, parameter.schema);
      if (parameter.in === 'query') query.set(parameter.name, value.toWellFormed());
      else headers[parameter.name] = headerSafe(value);
    }
  }
  if (random() < 0.05) query.set(asText(nastyValue(random)).toWellFormed(), asText(nastyValue(random)).toWellFormed());
  const search = query.size === 0 ? '' : `?${query}`;
  return { path: path + search, headers, body: makeBody(operation, options, random, headers) };
};

const makeBody = (
  operation: ApiOperation,
  options: GeneratedOptions,
  random: () => number,
  headers: Record<string, string>,
): string | undefined => {
  if (operation.method === 'GET' || operation.body === undefined) return undefined;
  headers['content-type'] =
    random() < 0.05 ? headerSafe(asText(nastyValue(random))) || 'text/plain' : 'application/json';
  const value = generateValue(operation.body, options.document.resolve, random);
  const text = JSON.stringify(value) ?? '';
  // Some bodies are broken on purpose: cut off, or with a byte in the wrong place.
  if (random() < 0.05) return text.slice(0, Math.floor(random() * text.length));
  return text.toWellFormed();
};

const encode = (value: string): string => encodeURIComponent(value.toWellFormed()).slice(0, 2_000);
const headerSafe = (value: string): string =>
  value
    .replace(/[^\x20-\x7e]/g, '')
    .trim()
    .slice(0, 1_000);
