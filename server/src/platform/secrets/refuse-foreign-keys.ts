import { AppError } from '../errors/app-error.ts';
import type { KeyRing } from './key-ring.ts';

/**
 * To be called before anything is written: a database (or a backup) remembers the fingerprints of the keys that sealed
 * its values, and a server without one of them could neither read those values nor be trusted to add new ones.
 */
export const refuseForeignKeys = (ring: KeyRing, remembered: readonly string[]): void => {
  const held = new Set(ring.keys.map((key) => key.fingerprint));
  const missing = remembered.filter((fingerprint) => !held.has(fingerprint));
  if (missing.length === 0) return;
  const given = ring.keys.map((key) => `${key.id} ${key.fingerprint}`).join(', ');
  throw new AppError(
    'preconditionFailed',
    'encryption-key.foreign',
    `This data was encrypted with another key (fingerprint ${missing.join(', ')}). The keys given are: ${given}. ` +
      'Give the key file or PORTOLAN_ENCRYPTION_KEYS that belongs to it.',
  );
};
