/**
 * Files that are wrong. `¦` stands before the place that the problem must name; it is taken out before the file is sent.
 * Where there is none, the problem has no place in a file.
 */
export interface BadFiles {
  readonly title: string;
  readonly template?: string;
  readonly parameters?: string;
  readonly status: number;
  readonly code: string;
  readonly pointer: string;
}

/** Title, the file, what is found and where; the status is 400 where none is given. */
export type Row = readonly [title: string, file: string, code: string, pointer: string, status?: number];
