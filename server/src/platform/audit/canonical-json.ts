/** A number as it stood in the text: as a JavaScript number 9007199254740993 and 9007199254740992 would be the same. */
class NumberText {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

interface ReviverContext {
  readonly source?: string;
}

const keepNumber = (_key: string, value: unknown, context?: ReviverContext): unknown =>
  typeof value === 'number' && context?.source !== undefined ? new NumberText(context.source) : value;

/**
 * One text for one JSON value, whatever wrote it: no spaces, keys in the order of their UTF-16 units, numbers as they
 * stand. Hashes are made of it, so it must never change.
 */
export const canonicalJson = (text: string): string =>
  write(mayHoldNumber.test(text) ? JSON.parse(text, keepNumber) : JSON.parse(text));

/** Looking at each number takes most of the time, and most texts hold none. What only looks like one inside a string may. */
const mayHoldNumber = /(?:^|[[:,\s])-?\d/;

const write = (value: unknown): string => {
  if (value instanceof NumberText) return value.text;
  if (Array.isArray(value)) return `[${value.map(write).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1));
  return `{${members.map(([key, member]) => `${JSON.stringify(key)}:${write(member)}`).join(',')}}`;
};
