import type { SecretBox } from '../../../platform/secrets/index.ts';
import { grantHash, type SignInRow } from './sign-in-store.ts';

export interface SessionGrant {
  readonly grantHash: Buffer;
  /** It goes on when the person signs out: the application asked for offline access. */
  readonly persistsLogout: boolean;
}

interface SessionPayload {
  readonly authorizations?: Readonly<Record<string, { readonly grantId?: string; readonly persistsLogout?: boolean }>>;
}

/** What the person allowed during a sign-in of a browser, application by application. */
export const readSessionGrants = (box: SecretBox, session: SignInRow): SessionGrant[] => {
  if (session.sealedPayload === null) return [];
  // The place is the one that the provider's adapter seals for.
  const place = { table: 'oidc_records', row: `Session ${session.idHash.toString('hex')}`, field: 'payload' };
  const { authorizations = {} } = JSON.parse(box.openText(session.sealedPayload, place)) as SessionPayload;
  return Object.values(authorizations).flatMap(({ grantId, persistsLogout = false }) =>
    grantId === undefined ? [] : [{ grantHash: grantHash(grantId), persistsLogout }],
  );
};
