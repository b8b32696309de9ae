/**
 * `*` stands for any characters, everything else for itself. Matched piece by piece from the left, which cannot run away
 * as a regular expression made from the pattern could.
 */
export const matchesSubject = (pattern: string, subject: string): boolean => {
  const [first = '', ...pieces] = pattern.split('*');
  const last = pieces.pop();
  if (last === undefined) return subject === pattern;
  if (!subject.startsWith(first)) return false;
  let at = first.length;
  for (const piece of pieces) {
    const found = subject.indexOf(piece, at);
    if (found === -1) return false;
    at = found + piece.length;
  }
  return subject.length - last.length >= at && subject.endsWith(last);
};

/** A pattern of nothing but `*` would let in every job of the issuer, also those of strangers. */
export const isTooWide = (pattern: string): boolean => pattern.replaceAll('*', '').trim().length < 3;
