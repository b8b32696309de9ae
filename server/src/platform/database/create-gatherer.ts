import type { Database } from './open-database.ts';

export interface GathererOptions<Input, Output> {
  /** Does the work for several inputs at once; the outputs stand in their order. All of it happens, or none. */
  readonly run: (inputs: readonly Input[]) => Promise<readonly Output[]>;
  /** Inputs of one run. */
  readonly most: number;
  /** Runs at the same time. */
  readonly runs: number;
}

interface Waiting<Input, Output> {
  readonly input: Input;
  readonly outcome: PromiseWithResolvers<Output>;
}

/**
 * Lets requests that come at the same time share a statement and a commit. Who comes alone is served at once; who comes
 * while runs are under way waits for the next with everybody else. A run begins after all of its inputs were given, so it
 * sees whatever was committed before them. When a run of several fails, each input runs by itself: nobody gets an error
 * that is another's.
 */
export const createGatherer = <Input, Output>(
  options: GathererOptions<Input, Output>,
): ((input: Input) => Promise<Output>) => {
  let waiting: Waiting<Input, Output>[] = [];
  let running = 0;

  const start = () => {
    while (running < options.runs && waiting.length > 0) {
      const batch = waiting.slice(0, options.most);
      waiting = waiting.slice(options.most);
      running += 1;
      void serve(options.run, batch).finally(() => {
        running -= 1;
        start();
      });
    }
  };

  return (input) => {
    const outcome = Promise.withResolvers<Output>();
    waiting.push({ input, outcome });
    // Requests that were read from the network together come in the same turn.
    if (running < options.runs && waiting.length === 1) setImmediate(start);
    return outcome.promise;
  };
};

const serve = async <Input, Output>(
  run: GathererOptions<Input, Output>['run'],
  batch: readonly Waiting<Input, Output>[],
): Promise<void> => {
  try {
    const outputs = await run(batch.map(({ input }) => input));
    if (outputs.length !== batch.length) throw new RangeError('a run gave another number of outputs than inputs');
    for (const [place, { outcome }] of batch.entries()) outcome.resolve(outputs[place] as Output);
  } catch (error) {
    if (batch.length === 1) batch[0]?.outcome.reject(error);
    else await Promise.all(batch.map((one) => serve(run, [one])));
  }
};

/** Makes one thing for each database, when it is first asked for: gatherers belong to the database that they work on. */
export const perDatabase = <Made>(make: (database: Database) => Made): ((database: Database) => Made) => {
  const made = new WeakMap<Database, Made>();
  return (database) => {
    const known = made.get(database);
    if (known !== undefined) return known;
    const fresh = make(database);
    made.set(database, fresh);
    return fresh;
  };
};
