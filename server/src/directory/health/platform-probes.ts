import type { BlobStore } from '../../platform/blobs/index.ts';
import type { Database } from '../../platform/database/index.ts';
import { checkMail, type MailTransport } from '../../platform/mail/index.ts';
import type { SecretBox } from '../../platform/secrets/index.ts';
import { selectActiveSigningKey, selectInstallation } from './dependency-store.ts';
import type { Probe } from './probe.ts';
import { probeDeadline } from './run-probe.ts';

export interface PlatformProbeDeps {
  readonly database: Database;
  readonly blobs: BlobStore;
  readonly mailTransport: MailTransport;
  readonly secretBox: SecretBox;
}

/** Rotation replaces a key after 90 days, and its successor signs a day later. */
const oldestKeyDays = 95;

/** What the platform itself stands on (contract B16). Each probe does the thing, it does not ask whether it could. */
export const platformProbes = (deps: PlatformProbeDeps): readonly Probe[] => [
  {
    componentId: 'database',
    componentType: 'datastore',
    critical: true,
    weight: 3,
    affectedEndpoints: ['/my/{path}', '/this/{path}', '/directory/{path}'],
    read: async () => {
      await selectInstallation(deps.database);
      return { status: 'pass' };
    },
  },
  {
    componentId: 'signingKeys',
    componentType: 'component',
    critical: true,
    weight: 2,
    affectedEndpoints: ['/identity/{path}'],
    read: async () => await readSigningKey(deps),
  },
  {
    componentId: 'objectStore',
    componentType: 'datastore',
    critical: false,
    weight: 2,
    affectedEndpoints: ['/data/v2/{path}', '/storage/{container}/{path}'],
    read: async () => {
      await deps.blobs.check();
      return { status: 'pass' };
    },
  },
  {
    componentId: 'mail',
    componentType: 'system',
    critical: false,
    weight: 1,
    affectedEndpoints: ['/this/user', '/this/users', '/this/services/{serviceId}/notification'],
    read: async () => {
      const health = await checkMail(deps.mailTransport, probeDeadline);
      // What the mail server said may hold its address and user.
      return health.ok ? { status: 'pass' } : { status: 'fail', output: 'No mail can be sent at the moment.' };
    },
  },
];

/** A key that cannot be opened signs nothing: the encryption key may be another one. */
const readSigningKey = async ({ database, secretBox }: PlatformProbeDeps): ReturnType<Probe['read']> => {
  const key = await selectActiveSigningKey(database);
  if (key === undefined) return { status: 'fail', output: 'There is no key that tokens can be signed with.' };
  try {
    secretBox.open(key.sealedPrivateKey, { table: 'signing_keys', row: key.id, field: 'private_key' });
  } catch {
    return { status: 'fail', output: 'The key that signs tokens cannot be decrypted.' };
  }
  return key.days > oldestKeyDays
    ? {
        status: 'warn',
        output: `The key that signs tokens is ${Math.floor(key.days)} days old: its rotation is overdue.`,
      }
    : { status: 'pass' };
};
