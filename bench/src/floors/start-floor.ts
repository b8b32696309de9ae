import { fileURLToPath } from 'node:url';
import type pg from 'pg';
import type { Target } from '../load/open-connection.ts';
import { startProgram } from '../programs/start-program.ts';
import type { FloorMessage } from './serve-floor.ts';

const programs = {
  1: 'floor-1-empty-json.ts',
  2: 'floor-2-authenticated-read.ts',
  3: 'floor-3-insert.ts',
  4: 'floor-4-file-stream.ts',
  5: 'floor-5-deployment-sql.ts',
  6: 'floor-6-signed-token.ts',
} as const;

export type FloorNumber = keyof typeof programs;

export interface Floor extends AsyncDisposable {
  readonly target: Target;
  readonly pid: number;
  /** What its requests must carry. */
  readonly headers: Readonly<Record<string, string>>;
}

/** Starts one of the floors. Floors 2, 3 and 5 need a database of their own, which they fill themselves. */
export const startFloor = async (floor: FloorNumber, connection?: pg.ClientConfig): Promise<Floor> => {
  const program = startProgram({
    file: fileURLToPath(new URL(programs[floor], import.meta.url)),
    ...(connection === undefined ? {} : { environment: { FLOOR_DATABASE: JSON.stringify(connection) } }),
  });
  const { port, headers } = (await program.message) as FloorMessage;
  return { target: { host: '127.0.0.1', port }, pid: program.pid, headers, [Symbol.asyncDispose]: program.stop };
};
