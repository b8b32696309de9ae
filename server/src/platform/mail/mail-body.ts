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

const inHex = (byte: number): string => `=${byte.toString(16).toUpperCase().padStart(2, '0')}`;
/** How each byte is written. A look into a table: the longest mails have half a million bytes. */
const written: readonly string[] = Array.from({ length: 256 }, (_, byte) => {
  const character = String.fromCharCode(byte);
  return /^[\t -<>-~]$/.test(character) ? character : inHex(byte);
});

/** With soft line breaks, never within the three characters that stand for a byte. */
const encodeLine = (line: string): string => {
  const bytes = Buffer.from(line, 'utf8');
  const pieces: string[] = [];
  let piece = '';
  for (const [at, byte] of bytes.entries()) {
    const next = needsHex(line, at, bytes.length) ? inHex(byte) : (written[byte] ?? '');
    if (piece.length + next.length >= longestLine) {
      pieces.push(piece);
      piece = '';
    }
    piece += next;
  }
  return [...pieces, piece].join('=\r\n');
};

/** A space at the end would be lost, and lines that begin like a new mail or are a single dot mean something to servers. */
const needsHex = (line: string, at: number, length: number): boolean =>
  (at === length - 1 && /[\t ]$/.test(line)) || (at === 0 && (line.startsWith('From ') || line === '.'));
