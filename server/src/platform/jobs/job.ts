import { type Static, type TSchema, Type } from 'typebox';
import { compileCheck } from '../http/wire/compile-check.ts';

const noPayload = Type.Object({});
export type NoPayload = Static<typeof noPayload>;

export interface JobContext {
  /** Fires when the work must end: the server stops, or another node is about to take the job over. */
  readonly signal: AbortSignal;
  readonly jobId: string;
  /** 1 on the first try. */
  readonly attempt: number;
  /** True when nobody tries again after this. */
  readonly isLastAttempt: boolean;
}

export interface JobDescription<Schema extends TSchema> {
  /** `area.verb`, for good: jobs of this name wait in the database. */
  readonly name: string;
  /** An object. Absent: the job takes no payload. Ids, never secrets: a payload is stored as it is. */
  readonly schema?: Schema;
  /** Tries wait 2.7 s, 7.4 s, 20 s ... and from the tenth on 6 hours before the next. */
  readonly maxAttempts: number;
}

/** What whoever enqueues a job must know of it. */
export interface JobType<Payload> {
  readonly name: string;
  readonly maxAttempts: number;
  /** Throws when the payload is not what the job takes. */
  readonly check: (payload: Payload) => void;
}

export interface Job<Payload> extends JobType<Payload> {
  /** Runs a payload that comes from the database, where an older version may have put it. */
  readonly execute: (payload: unknown, context: JobContext) => Promise<void>;
}

export type AnyJob = Job<never>;

/** May run again after a crash, even when it had done its work: it must end in the same state then. */
export type RunJob<Payload> = (payload: Payload, context: JobContext) => Promise<void>;

const nameForm = /^[a-z][a-z0-9-]*(\.[a-z][a-z0-9-]*)+$/;
const mostAttempts = 1_000;

/** Describes a job without its work, for those that enqueue it and lack what it needs to run. */
export const describeJob = <Schema extends TSchema = typeof noPayload>(
  description: JobDescription<Schema>,
): JobType<Static<Schema>> => {
  const { name, maxAttempts } = description;
  if (!nameForm.test(name) || name.length > 128) throw new RangeError(`a job is not called "${name}": use area.verb`);
  if (!Number.isInteger(maxAttempts) || maxAttempts < 1 || maxAttempts > mostAttempts) {
    throw new RangeError(`the job ${name} needs 1 to ${mostAttempts} attempts, not ${maxAttempts}`);
  }
  const findProblems = compileCheck(description.schema ?? noPayload);
  const check = (payload: unknown): void => {
    const [problem] = findProblems(payload);
    if (problem === undefined) return;
    throw new TypeError(`The job ${name} got a wrong payload: /${problem.path.join('/')} ${problem.text}`);
  };
  return { name, maxAttempts, check };
};

/** Adds the work to a described job. */
export const implementJob = <Payload>(type: JobType<Payload>, run: RunJob<Payload>): Job<Payload> => ({
  ...type,
  execute: async (payload, context) => {
    type.check(payload as Payload);
    await run(payload as Payload, context);
  },
});

export const defineJob = <Schema extends TSchema = typeof noPayload>(
  definition: JobDescription<Schema> & { readonly run: RunJob<Static<Schema>> },
): Job<Static<Schema>> => implementJob(describeJob(definition), definition.run);
