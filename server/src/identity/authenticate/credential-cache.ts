import type { NotificationBus } from '../../platform/database/index.ts';

/** What a check found, and the ids whose revocation makes it void. */
export interface Found<Value> {
  readonly value: Value;
  readonly subjects: readonly string[];
}

export interface CredentialCache<Value> {
  /** The remembered value, or what `load` finds. Only what was found is remembered: a refusal never is. */
  find(key: string, load: () => Promise<Found<Value> | undefined>): Promise<Value | undefined>;
  size(): number;
  close(): void;
}

export interface CredentialCacheOptions {
  readonly bus: NotificationBus;
  /** Milliseconds; a clock that nobody sets. */
  readonly now?: () => number;
  readonly lifetime?: number;
  readonly most?: number;
}

/** Whoever takes a right away publishes an id on this topic. */
export const credentialTopic = 'credential';

/** Below the second within which a revocation is felt on every node, whatever happens to its message (goal R8). */
const defaultLifetime = 750;
const defaultMost = 10_000;

interface Entry<Value> {
  readonly since: number;
  readonly answer: Promise<Value | undefined>;
  /** Undefined while the answer is under way. */
  subjects: readonly string[] | undefined;
}

/**
 * Remembers credentials that were found good, for less than a second. Messages of other nodes empty it sooner; when some
 * may have been missed everything is forgotten, and while none can arrive nothing is believed. The time counts from the
 * moment the question was asked, so an answer that was slow to come is not believed for longer.
 */
export const createCredentialCache = <Value>(options: CredentialCacheOptions): CredentialCache<Value> => {
  const { bus, now = () => performance.now(), lifetime = defaultLifetime, most = defaultMost } = options;
  const entries = new Map<string, Entry<Value>>();
  const keysOf = new Map<string, Set<string>>();
  const underWay = new Set<string>();

  const forget = (key: string): void => {
    for (const subject of entries.get(key)?.subjects ?? []) {
      const keys = keysOf.get(subject);
      keys?.delete(key);
      if (keys?.size === 0) keysOf.delete(subject);
    }
    entries.delete(key);
    underWay.delete(key);
  };

  const forgetEverything = (): void => {
    entries.clear();
    keysOf.clear();
    underWay.clear();
  };

  // What is still being looked up may be about this very subject, from before the change.
  const forgetSubject = (subject: string): void => {
    for (const key of [...(keysOf.get(subject) ?? []), ...underWay]) forget(key);
  };

  const settle = (key: string, entry: Entry<Value>, found: Found<Value> | undefined): Value | undefined => {
    if (entries.get(key) !== entry) return found?.value;
    underWay.delete(key);
    if (found === undefined) {
      forget(key);
      return undefined;
    }
    entry.subjects = found.subjects;
    for (const subject of found.subjects) {
      const keys = keysOf.get(subject);
      if (keys === undefined) keysOf.set(subject, new Set([key]));
      else keys.add(key);
    }
    return found.value;
  };

  const ask = (key: string, load: () => Promise<Found<Value> | undefined>): Promise<Value | undefined> => {
    forget(key);
    const entry: Entry<Value> = {
      since: now(),
      subjects: undefined,
      answer: load().then(
        (found) => settle(key, entry, found),
        (error: unknown) => {
          settle(key, entry, undefined);
          throw error;
        },
      ),
    };
    entries.set(key, entry);
    underWay.add(key);
    if (entries.size > most) {
      const [oldest] = entries.keys();
      if (oldest !== undefined) forget(oldest);
    }
    return entry.answer;
  };

  const unsubscribe = bus.subscribe(credentialTopic, forgetSubject, forgetEverything);
  return {
    find: async (key, load) => {
      if (!bus.isLive()) return (await load())?.value;
      const entry = entries.get(key);
      if (entry !== undefined && now() - entry.since < lifetime) return await entry.answer;
      return await ask(key, load);
    },
    size: () => entries.size,
    close: () => {
      unsubscribe();
      forgetEverything();
    },
  };
};
