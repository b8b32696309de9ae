export const fileNames = ['template', 'parameters'] as const;
export type FileName = (typeof fileNames)[number];

export interface Position {
  /** Both count from 1; columns count UTF-16 units, as editors do. */
  readonly line: number;
  readonly column: number;
}

/** One of the two decoded files, without its byte order mark. */
export class SourceFile {
  readonly name: FileName;
  readonly text: string;
  #lineStarts: readonly number[] | undefined;

  constructor(name: FileName, text: string) {
    this.name = name;
    this.text = text;
  }

  positionOf(offset: number): Position {
    this.#lineStarts ??= lineStartsOf(this.text);
    let low = 0;
    let high = this.#lineStarts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.#lineStarts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return { line: low + 1, column: offset - (this.#lineStarts[low] ?? 0) + 1 };
  }
}

function lineStartsOf(text: string): readonly number[] {
  const starts = [0];
  for (const { index, 0: lineBreak } of text.matchAll(/\r\n|\n|\r/g)) starts.push(index + lineBreak.length);
  return starts;
}
