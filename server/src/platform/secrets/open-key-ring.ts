import { basename } from 'node:path';
import { AppError } from '../errors/app-error.ts';
import { makeKeyFile, readKeyFile } from './key-file.ts';
import { createKeyRing, type KeyRing } from './key-ring.ts';
import { readEncryptionKeys } from './read-encryption-keys.ts';

export const encryptionKeysVariable = 'PORTOLAN_ENCRYPTION_KEYS';

export interface KeyRingSource {
  /** The text of PORTOLAN_ENCRYPTION_KEYS; when given, the file is not looked at. */
  readonly environmentValue?: string | undefined;
  readonly file: string;
  /** 'refuse' for commands that only make sense with the keys of an existing installation, such as a restore. */
  readonly whenMissing?: 'make' | 'refuse';
}

/** The keys of this installation: from the environment, or from a file that the first start makes (contract X7). */
export const openKeyRing = async (source: KeyRingSource): Promise<KeyRing> => {
  const text = source.environmentValue?.trim();
  if (text !== undefined && text !== '') return createKeyRing(readVariable(text));
  const keys = await readKeyFile(source.file);
  if (keys !== undefined) return createKeyRing(keys);
  if (source.whenMissing === 'refuse') {
    const name = basename(source.file);
    const message = `There are no encryption keys: give the file "${name}" or set ${encryptionKeysVariable}.`;
    throw new AppError('invalid', 'key-file.missing', message);
  }
  return createKeyRing(await makeKeyFile(source.file));
};

const readVariable = (text: string) => {
  try {
    return readEncryptionKeys(text);
  } catch (error) {
    const problem = error instanceof Error ? error.message : 'is malformed';
    throw new AppError(
      'invalid',
      'encryption-key.malformed',
      `${encryptionKeysVariable} ${problem}. Example: ${encryptionKeysVariable}=k2:<44 characters>,k1:<44 characters>`,
    );
  }
};
