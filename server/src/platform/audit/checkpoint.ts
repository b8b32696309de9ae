/** A signed note, kept outside the database, of how the chain stood: whoever rewrites the chain cannot rewrite it. */
export interface Checkpoint {
  readonly format: 1;
  readonly position: number;
  /** Hash of the link at that position, in hex. */
  readonly hash: string;
  readonly writtenAt: string;
  /** Which node saw it. */
  readonly node: string;
  /** Fingerprint of the encryption key that the signing key was derived from. */
  readonly key: string;
  /** Ed25519, base64url. */
  readonly signature: string;
}

export type CheckpointFacts = Omit<Checkpoint, 'signature' | 'key' | 'format'>;

const longestLine = 2_048;

/** What is signed. */
export const signedText = (checkpoint: Omit<Checkpoint, 'signature'>): string =>
  JSON.stringify([
    'portolan audit checkpoint',
    checkpoint.format,
    checkpoint.position,
    checkpoint.hash,
    checkpoint.writtenAt,
    checkpoint.node,
    checkpoint.key,
  ]);

export const writeCheckpoint = ({ format, position, hash, writtenAt, node, key, signature }: Checkpoint): string =>
  JSON.stringify({ format, position, hash, writtenAt, node, key, signature });

/** Undefined for anything but a whole checkpoint. Its signature is not looked at. */
export const readCheckpoint = (line: string): Checkpoint | undefined => {
  if (line.length > longestLine) return undefined;
  try {
    const value: unknown = JSON.parse(line);
    return isCheckpoint(value) ? value : undefined;
  } catch {
    return undefined;
  }
};

const isCheckpoint = (value: unknown): value is Checkpoint => {
  if (typeof value !== 'object' || value === null) return false;
  const fields = value as Readonly<Record<string, unknown>>;
  return (
    fields.format === 1 &&
    typeof fields.position === 'number' &&
    Number.isSafeInteger(fields.position) &&
    fields.position > 0 &&
    isText(fields.hash, /^[0-9a-f]{64}$/) &&
    isText(fields.writtenAt, /^\d{4}-\d\d-\d\dT/) &&
    isText(fields.node, /./) &&
    isText(fields.key, /^[0-9a-f]{32}$/) &&
    isText(fields.signature, /^[\w-]{86}$/)
  );
};

const isText = (value: unknown, form: RegExp): boolean => typeof value === 'string' && form.test(value);
