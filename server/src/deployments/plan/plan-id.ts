import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto';

/** What a plan was made of. */
export interface PlannedState {
  readonly projectId: string;
  /** SHA-256 of both files. */
  readonly filesHash: Buffer;
  /** Id and revision of the group and of each resource that the template names; null for what is not there. */
  readonly group: Standing | null;
  readonly resources: readonly (readonly [name: string, standing: Standing | null])[];
}

export interface Standing {
  readonly id: string;
  readonly revision: number;
}

const prefix = 'plan_';
const partLength = 16;

/**
 * The id of a plan is what it was made of, under a key of ours: nothing is stored, and a submission that names it can tell
 * whether files and state are still the same (contract A19). Keyed, because parameters may hold a secret that is short.
 */
export function planIdOf(key: KeyObject, state: PlannedState): string {
  return prefix + Buffer.concat(partsOf(key, state)).toString('base64url');
}

export type PlanVerdict = 'fresh' | 'stale' | 'otherFiles' | 'malformed';

export function judgePlanId(key: KeyObject, planId: string, state: PlannedState): PlanVerdict {
  const given = Buffer.from(planId.startsWith(prefix) ? planId.slice(prefix.length) : '', 'base64url');
  if (given.length !== 2 * partLength) return 'malformed';
  const [files, standings] = partsOf(key, state);
  if (!timingSafeEqual(given.subarray(0, partLength), files)) return 'otherFiles';
  return timingSafeEqual(given.subarray(partLength), standings) ? 'fresh' : 'stale';
}

function partsOf(key: KeyObject, { projectId, filesHash, group, resources }: PlannedState): [Buffer, Buffer] {
  const sign = (...parts: (string | Buffer)[]) => {
    const hmac = createHmac('sha256', key);
    for (const part of parts) hmac.update(part);
    return hmac.digest().subarray(0, partLength);
  };
  const standings = [group, ...resources].map((entry) => JSON.stringify(entry));
  return [sign('files ', projectId, filesHash), sign('state ', projectId, ' ', standings.join('\n'))];
}
