/** How a caller stands to the thing that a request names (goal R6). */
export const relations = ['own', 'notGranted', 'otherTenant', 'missing'] as const;
export type Relation = (typeof relations)[number];

/** One request, and what must come of it. */
export interface Probe {
  readonly operation: string;
  readonly principal: string;
  /** What the request names, in words. */
  readonly about: string;
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** Statuses that are right; a success of any kind where it is undefined. */
  readonly expected: readonly number[] | undefined;
  /** Probes of the same operation and principal with the same word here get one and the same answer. */
  readonly likeness?: string;
  /** Words that the answer must hold. */
  readonly says?: string;
  /** Words that stand in nothing but things that the caller must not see. */
  readonly unseen: readonly string[];
}

export interface Answer {
  readonly status: number;
  readonly text: string;
  readonly headers: string;
}

export interface Violation {
  readonly operation: string;
  readonly principal: string;
  readonly about: string;
  readonly problem: string;
}

/** Sends one request. Ids that the request named are taken out of the answer: an answer may repeat what it was given. */
export const sendProbe = async (url: string, probe: Probe): Promise<Answer> => {
  const { body } = probe;
  const raw = Buffer.isBuffer(body);
  const answer = await fetch(url + probe.path, {
    method: probe.method,
    redirect: 'manual',
    headers: { ...(body === undefined || raw ? {} : { 'content-type': 'application/json' }), ...probe.headers },
    ...(body === undefined ? {} : { body: raw ? new Uint8Array(body) : JSON.stringify(body) }),
  });
  const text = await answer.text();
  const supportCode = answer.headers.get('x-supportcode') ?? '';
  const headers = [...answer.headers].filter(([name]) => !['date', 'x-supportcode', 'keep-alive'].includes(name));
  return {
    status: answer.status,
    text: supportCode === '' ? text : text.replaceAll(supportCode, ''),
    headers: JSON.stringify(headers.sort()),
  };
};

const succeeded = (status: number): boolean => status >= 200 && status < 300;

/** What is wrong with an answer by itself. */
export const judgeAnswer = (probe: Probe, answer: Answer): string | undefined => {
  const { status, text } = answer;
  const { expected } = probe;
  if (expected === undefined ? !succeeded(status) : !expected.includes(status)) {
    return `${status} and not ${expected?.join(' or ') ?? 'a success'}: ${text.slice(0, 160)}`;
  }
  if (probe.says !== undefined && !text.includes(probe.says)) return `${status} and not "${probe.says}": ${text}`;
  const seen = probe.unseen.find((word) => text.includes(word));
  return seen === undefined ? undefined : `${status} tells of ${seen}: ${text.slice(0, 160)}`;
};

/** Where answers differ that must not: whoever compares them would learn what exists. */
export const judgeLikeness = (answers: readonly (readonly [Probe, Answer])[]): Violation[] => {
  const first = new Map<string, readonly [Probe, Answer]>();
  const violations: Violation[] = [];
  for (const [probe, answer] of answers) {
    if (probe.likeness === undefined) continue;
    const key = `${probe.operation} ${probe.principal} ${probe.likeness}`;
    const known = first.get(key);
    if (known === undefined) {
      first.set(key, [probe, answer]);
      continue;
    }
    const [other, model] = known;
    const differs = (['status', 'text', 'headers'] as const).find((part) => answer[part] !== model[part]);
    if (differs === undefined) continue;
    const [one, two] = [answer, model].map(({ status, [differs]: part }) => `${status} ${String(part).slice(0, 140)}`);
    violations.push({
      operation: probe.operation,
      principal: probe.principal,
      about: probe.about,
      problem: `is told from ${other.about} by its ${differs}: ${one} / ${two}`,
    });
  }
  return violations;
};

const atOnce = 12;

/** Sends the probes, some at a time, and judges each answer and all of them together. */
export const tryProbes = async (url: string, probes: readonly Probe[]): Promise<Violation[]> => {
  const answers: (readonly [Probe, Answer])[] = [];
  const waiting = probes.entries();
  const work = async () => {
    for (const [place, probe] of waiting) answers[place] = [probe, await sendProbe(url, probe)];
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  const wrong = answers.flatMap(([probe, answer]) => {
    const problem = judgeAnswer(probe, answer);
    const { operation, principal, about } = probe;
    return problem === undefined ? [] : [{ operation, principal, about, problem }];
  });
  return [...wrong, ...judgeLikeness(answers)];
};
