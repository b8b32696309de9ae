import pg from 'pg';

const isReadTimeout = (error: unknown): boolean => error instanceof Error && error.message === 'Query read timeout';

/**
 * A connection that gives itself up when a query times out on our side. Otherwise the pool would hand it out again
 * while the server still owes an answer, and the next request would wait behind the dead one.
 */
export class StalledQueryClient extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super(config);
    const send = this.query.bind(this) as (...input: unknown[]) => unknown;
    this.query = ((...input: unknown[]) => {
      const result = send(...input);
      if (!(result instanceof Promise)) return result;
      return result.catch((error: unknown) => {
        if (isReadTimeout(error)) this.giveUp();
        throw error;
      });
    }) as typeof this.query;
  }

  private giveUp(): void {
    const { connection } = this as unknown as { connection: { stream: { destroy(error: Error): void } } };
    connection.stream.destroy(new Error('The database did not answer in time'));
  }
}
