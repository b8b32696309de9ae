export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** What really came back: nothing counts as covered that is not written here. */
export const createLedger = () => {
  const seen = new Set<string>();
  const line = (version: string, operation: string, status: number): string => `${version} ${operation} ${status}`;
  return {
    write: (version: string, operation: string, status: number): void => {
      seen.add(line(version, operation, status));
    },
    has: (version: string, operation: string, status: number): boolean => seen.has(line(version, operation, status)),
  };
};

const kinds = {
  authError: ['Message'],
  errorDetail: ['message', 'information', 'subCode', 'supportCode'],
  validationError: [
    'url',
    'violatedPolicies',
    'SubscriptionMissing',
    'message',
    'information',
    'subCode',
    'supportCode',
  ],
} as const;

const kindOf = (status: number): keyof typeof kinds => {
  if (status === 401 || status === 403) return 'authError';
  return status === 406 ? 'validationError' : 'errorDetail';
};

/** SubCodes of contract B2 for statuses that have one. */
const subCodes: Readonly<Record<number, readonly number[]>> = {
  300: [2],
  400: [8, 10],
  404: [1],
  406: [0, 3],
  500: [4],
  502: [3],
};

const leaks = /\bat \S+ \(|node_modules|\.ts:\d+|SELECT |INSERT INTO|pg_catalog|relation "|ECONNREFUSED|public\./;

/** What is wrong with an answer, whatever its operation: the form of errors, and the support code (section 7, contract B2, B3). */
export const judgeAnswer = ({ status, headers, text }: Answer): string[] => {
  const problems: string[] = [];
  const supportCode = headers.get('x-supportcode');
  if (supportCode === null || supportCode === '') problems.push('no x-supportCode');
  const leak = leaks.exec(text);
  if (leak !== null) problems.push(`shows ${leak[0]}`);
  if (status === 204 && text !== '') problems.push('204 has a body');
  if (status < 300 && status !== 204 && text === '') problems.push('no body');
  if (status < 300) return problems;
  const body = JSON.parse(text) as Record<string, unknown>;
  // The health status is the same schema, whatever the status.
  if ('checks' in body) return [...problems, ...judgeHealth(status, body)];
  const members = kinds[kindOf(status)];
  if (Object.keys(body).toSorted().join() !== [...members].toSorted().join()) {
    problems.push(`has the members ${Object.keys(body)} instead of ${members}`);
  }
  if ('supportCode' in body && body.supportCode !== supportCode) problems.push('another support code in the body');
  const allowed = subCodes[status];
  if (allowed !== undefined && !allowed.includes(Number(body.subCode))) problems.push(`has subCode ${body.subCode}`);
  return problems;
};

const judgeHealth = (status: number, body: Record<string, unknown>): string[] => {
  const expected = status >= 400 ? 'fail' : 'pass';
  return body.status === expected ? [] : [`says ${body.status} with ${status}`];
};
