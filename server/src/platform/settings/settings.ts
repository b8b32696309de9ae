/** One setting of the process: how it is called, what it means, and how its text becomes a value. */
export interface Setting<Value> {
  readonly variable: string;
  readonly describes: string;
  readonly example: string;
  /** Text used when the variable is absent; undefined where the setting is optional. */
  readonly fallback: string | undefined;
  /** True when the value itself must never be shown. */
  readonly secret: boolean;
  /** Gives the value, or throws an Error whose message completes the sentence "NAME ...". */
  readonly read: (text: string) => Value;
}

export type Settings = Readonly<Record<string, Setting<unknown>>>;
type ValueOf<S> = S extends Setting<infer Value> ? Value : never;
export type ValuesOf<S extends Settings> = { readonly [Name in keyof S]: ValueOf<S[Name]> };

interface Description {
  readonly variable: string;
  readonly describes: string;
  readonly example: string;
  readonly secret?: boolean;
}

/** A setting that always has a value. */
export const setting = <Value>(
  description: Description & { readonly fallback: string },
  read: (text: string) => Value,
): Setting<Value> => ({ secret: false, ...description, read });

/** A setting that may be left out. */
export const optional = <Value>(
  description: Description,
  read: (text: string) => Value,
): Setting<Value | undefined> => ({ secret: false, ...description, fallback: undefined, read });

export class SettingsError extends Error {
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(problems.join('\n'));
    this.name = 'SettingsError';
    this.problems = problems;
  }
}

/** Reads all settings at once and reports every problem, a sentence each. An empty variable counts as absent. */
export const readSettings = <S extends Settings>(
  settings: S,
  environment: Readonly<Record<string, string | undefined>>,
): ValuesOf<S> => {
  const values: Record<string, unknown> = {};
  const problems: string[] = [];
  for (const [name, entry] of Object.entries(settings)) {
    const text = environment[entry.variable]?.trim() || entry.fallback;
    if (text === undefined) continue;
    try {
      values[name] = entry.read(text);
    } catch (error) {
      const problem = error instanceof Error ? error.message : String(error);
      const shown = entry.secret ? '' : ` (it is "${text}")`;
      problems.push(`${entry.variable} ${problem}${shown}. Example: ${entry.variable}=${entry.example}`);
    }
  }
  if (problems.length > 0) throw new SettingsError(problems);
  return Object.freeze(values) as ValuesOf<S>;
};
