import { createHash } from 'node:crypto';
import Provider, { type Adapter, type AdapterPayload, errors, type KoaContextWithOIDC } from 'oidc-provider';
import { type Database, publish } from '../../platform/database/index.ts';
import type { SecretBox, SecretPlace } from '../../platform/secrets/index.ts';
import {
  consumeRecord,
  deleteRecord,
  deleteRecordsOfGrant,
  type FoundRecord,
  selectRecord,
  upsertRecord,
} from './oidc-record-store.ts';

export interface AdapterDeps {
  readonly database: Database;
  readonly box: SecretBox;
}

/** What ends with its grant. An interaction names a grant too, but must outlive it: somebody is just signing in anew. */
const grantable = new Set(['AccessToken', 'AuthorizationCode', 'RefreshToken', 'DeviceCode']);
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const uuidOrNull = (value: unknown): string | null => (typeof value === 'string' && uuid.test(value) ? value : null);
const hash = (value: string): Buffer => createHash('sha256').update(value).digest();
const placeOf = (model: string, idHash: Buffer): SecretPlace => ({
  table: 'oidc_records',
  row: `${model} ${idHash.toString('hex')}`,
  field: 'payload',
});

/** The browser that a session was last used with: people tell their sign-ins apart by it. */
export interface SeenFrom {
  readonly userAgent: string;
  readonly ipAddress: string;
}

const longestUserAgent = 400;

const whereabouts = (): SeenFrom | undefined => {
  const ctx = (Provider as unknown as { readonly ctx?: KoaContextWithOIDC }).ctx;
  if (ctx === undefined) return undefined;
  const userAgent = ctx
    .get('user-agent')
    .replaceAll(/[^\x20-\x7e]/g, '?')
    .slice(0, longestUserAgent);
  return { userAgent, ipAddress: ctx.ip };
};

/**
 * Keeps the provider's records in PostgreSQL. An id is a bearer secret (a code, a refresh token, a session cookie), so
 * only its hash is stored, and the payload, which repeats it, is sealed.
 */
export const createOidcAdapter = ({ database, box }: AdapterDeps, model: string): Adapter => {
  const open = (found: FoundRecord | undefined): AdapterPayload | undefined => {
    if (found === undefined) return undefined;
    const text = box.openText(found.sealedPayload, placeOf(model, found.idHash));
    const { seenFrom: _, ...payload } = JSON.parse(text) as AdapterPayload & { seenFrom?: SeenFrom };
    return found.consumedAt === null
      ? payload
      : { ...payload, consumed: Math.floor(found.consumedAt.getTime() / 1000) };
  };

  return {
    upsert: async (id, payload, expiresIn) => {
      const idHash = hash(id);
      const kept = model === 'Session' ? { ...payload, seenFrom: whereabouts() } : payload;
      await upsertRecord(database, {
        model,
        idHash,
        sealedPayload: box.seal(JSON.stringify(kept), placeOf(model, idHash)),
        grantId: grantable.has(model) ? (payload.grantId ?? null) : null,
        userCodeHash: payload.userCode === undefined ? null : hash(payload.userCode),
        uid: payload.uid ?? null,
        accountId: uuidOrNull(payload.accountId),
        clientId: uuidOrNull(payload.clientId),
        lifetimeSeconds: expiresIn ?? null,
      });
    },
    find: async (id) => open(await selectRecord(database, model, { idHash: hash(id) })),
    findByUid: async (uid) => open(await selectRecord(database, model, { uid })),
    findByUserCode: async (userCode) => open(await selectRecord(database, model, { userCodeHash: hash(userCode) })),
    consume: async (id) => {
      const { first, grantId } = await consumeRecord(database, model, hash(id));
      if (first) return;
      // Two at once with the same code or refresh token: one of them is a thief, so the whole family ends (RFC 9700).
      if (grantId !== null) {
        // The grant first: what the winner is about to save under it is worth nothing without it.
        await deleteRecord(database, 'Grant', hash(grantId));
        await deleteRecordsOfGrant(database, grantId);
        await publish(database, 'credential', grantId);
      }
      throw new errors.InvalidGrant('already used');
    },
    destroy: async (id) => await deleteRecord(database, model, hash(id)),
    revokeByGrantId: async (grantId) => {
      await deleteRecordsOfGrant(database, grantId);
      await publish(database, 'credential', grantId);
    },
  };
};
