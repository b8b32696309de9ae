export interface EncodedBody {
  readonly encoding: '7bit' | 'quoted-printable';
  readonly body: string;
}

/** Servers take lines of 998 bytes; some count the line end, some a dot that they add. */
const longestPlainLine = 900;
const longestLine = 76;

/** Text that every server and every reader takes as it is, and that cannot hold the end of the part (see `writeMessage`). */
const isPlain = (lines: readonly string[]): boolean =>
  lines.every((line) => line.length <= longestPlainLine && /^[\t -~]*$/.test(line) && !/^From |[\t ]$|=_/.test(line));

/** A text with the line ends of mails, as it is where that is possible, otherwise quoted-printable (RFC 2045). */
export const encodeBody = (text: string): EncodedBody => {
  const lines = text.toWellFormed().split(/\r\n|\r|\n/);
  if (isPlain(lines)) return { encoding: '7bit', body: lines.join('\r\n') };
  return { encoding: 'quoted-printable', body: lines.map(encodeLine).join('\r\n') };
};

const encodeByte = (byte: string): string => `=${byte.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`;

const encodeLine = (line: string): string => {
  // One character for each byte.
  const bytes = Buffer.from(line, 'utf8').toString('latin1');
  const encoded = bytes.replace(/[^\t -<>-~]|[\t ]$|^F(?=rom )|^\.$/g, encodeByte);
  return encoded.length <= longestLine ? encoded : breakLine(encoded);
};

/** Soft line breaks, never within the three characters that stand for a byte. */
const breakLine = (encoded: string): string => {
  const pieces: string[] = [];
  let rest = encoded;
  while (rest.length > longestLine) {
    const sign = rest.lastIndexOf('=', longestLine - 2);
    const end = sign > longestLine - 4 ? sign : longestLine - 1;
    pieces.push(rest.slice(0, end));
    rest = rest.slice(end);
  }
  return [...pieces, rest].join('=\r\n');
};
