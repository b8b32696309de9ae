import { type HealthState, readHealthWord, worse } from './health-state.ts';
import type { Reading } from './probe.ts';

/** What a dependency answered at its health URL. */
export interface DependencyAnswer {
  readonly httpStatus: number;
  /** The beginning of the body. */
  readonly body: string;
}

/**
 * Contract B16: the word in the body counts, in any of its spellings, and so does the HTTP status that must go with it.
 * Where they differ the worse one is believed; without a word the HTTP status alone decides.
 */
export const readDependencyAnswer = (answer: DependencyAnswer): Reading => {
  const byStatus: HealthState = answer.httpStatus >= 200 && answer.httpStatus < 400 ? 'pass' : 'fail';
  const said = findWord(answer.body);
  const byWord = said === undefined ? undefined : readHealthWord(said);
  if (said !== undefined && byWord === undefined) {
    return { status: worse(byStatus, 'warn'), output: 'It answers with a status that is not known here.' };
  }
  const status = worse(byStatus, byWord ?? byStatus);
  if (status === 'pass') return { status };
  return { status, output: `It reports ${byWord ?? 'nothing'} with the HTTP status ${answer.httpStatus}.` };
};

const findWord = (body: string): string | undefined => {
  try {
    const value: unknown = JSON.parse(body);
    if (typeof value === 'string') return value;
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
    const entry = Object.entries(value).find(([name]) => name.toLowerCase() === 'status');
    return typeof entry?.[1] === 'string' ? entry[1] : undefined;
  } catch {
    // A page that only says OK.
    return /^\w{2,5}$/.test(body.trim()) ? body.trim() : undefined;
  }
};
