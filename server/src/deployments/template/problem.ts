import type { ErrorKind } from '../../platform/errors/app-error.ts';
import type { FileName, Position, SourceFile } from './source-file.ts';
import { templateLimits } from './template-limits.ts';

export type Path = readonly (string | number)[];

/** Something that is wrong with a submission, while it is found: where it stands is worked out at the end. */
export interface Finding {
  readonly code: string;
  readonly message: string;
  readonly file: FileName | null;
  readonly path: Path;
  /** The resource that it belongs to, as the template calls it. */
  readonly resource?: string | null | undefined;
  /** Where in the file, when the finder knows better than the path: a mistake in the JSON itself. */
  readonly offset?: number | undefined;
  /** The same for a file that could not even be decoded. */
  readonly position?: Position | undefined;
  /** The character of the text at `path` that is meant, such as a place in a query. */
  readonly character?: number | undefined;
  /** The name of the member at `path` is meant, not its value. */
  readonly atName?: boolean | undefined;
  /** The line of a query with a caret under the place. */
  readonly excerpt?: string | undefined;
  /** How bad it is: absent for what the files alone show. */
  readonly kind?: ErrorKind | undefined;
}

/** What the caller is told (contract A8). */
export interface Problem {
  readonly code: string;
  readonly message: string;
  readonly resource: string | null;
  /** Which of the two files; null for what belongs to the request as a whole. */
  readonly file: FileName | null;
  /** JSON pointer (RFC 6901) into the file, or into the request's body where there is no file. */
  readonly pointer: string;
  readonly line: number | null;
  readonly column: number | null;
  readonly excerpt: string | null;
}

export type SourceFiles = Readonly<Partial<Record<FileName, SourceFile>>>;

/** JSON pointer of a path. */
export function pointerOf(path: Path): string {
  return path.map((part) => `/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

/** The parts of a JSON pointer; digits become numbers, which lists need and objects take as well. */
export function pathOf(pointer: string): Path {
  if (pointer === '') return [];
  return pointer
    .slice(1)
    .split('/')
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .map((part) => (/^(?:0|[1-9][0-9]{0,8})$/.test(part) ? Number(part) : part));
}

/** Gathers what is found. Keeps no more than can be told, and counts the rest. */
export class Findings {
  readonly items: Finding[] = [];
  /** What is no error and that the author should hear of. */
  readonly warnings: Finding[] = [];
  count = 0;

  add(finding: Finding): void {
    this.count += 1;
    if (this.items.length < templateLimits.problems) this.items.push(finding);
  }

  warn(finding: Finding): void {
    if (this.warnings.length < templateLimits.problems) this.warnings.push(finding);
  }

  get isEmpty(): boolean {
    return this.count === 0;
  }
}
