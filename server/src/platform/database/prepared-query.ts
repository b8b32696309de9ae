import { CompiledQuery, type RawBuilder } from 'kysely';
import type { Handle } from './open-database.ts';

/**
 * A statement that each connection parses and plans once, for what is asked with almost every request: planning costs
 * several times as much as running these. Kysely hands its `sql` to the driver as it is, and the driver takes a statement
 * with a name there. A name belongs to one text, or the driver refuses it.
 */
export const preparedQuery = <Row>(name: string, text: string, parameters: readonly unknown[]): CompiledQuery<Row> =>
  CompiledQuery.raw({ name, text } as unknown as string, [...parameters]) as CompiledQuery<Row>;

/** The same for a statement in Kysely's words, whose text must not depend on anything but the name. */
export const executePrepared = async <Row>(
  handle: Handle,
  name: string,
  query: RawBuilder<Row>,
): Promise<readonly Row[]> => {
  const { sql, parameters } = query.compile(handle);
  return (await handle.executeQuery<Row>(preparedQuery<Row>(name, sql, parameters))).rows;
};
