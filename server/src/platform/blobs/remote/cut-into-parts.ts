export interface Part {
  readonly bytes: Buffer;
  readonly last: boolean;
}

/** Cuts a body into parts of exactly `size` bytes; only the last may be shorter, and empty when the body is. */
export async function* cutIntoParts(chunks: AsyncIterable<Buffer>, size: number): AsyncGenerator<Part, void> {
  let pending: Buffer[] = [];
  let held = 0;
  for await (const chunk of chunks) {
    pending.push(chunk);
    held += chunk.length;
    // Strictly more: only then is it certain that another part follows.
    while (held > size) {
      const joined = Buffer.concat(pending, held);
      yield { bytes: joined.subarray(0, size), last: false };
      pending = [joined.subarray(size)];
      held -= size;
    }
  }
  yield { bytes: Buffer.concat(pending, held), last: true };
}
