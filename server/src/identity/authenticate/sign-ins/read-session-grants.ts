import type { SecretBox } from '../../../platform/secrets/index.ts';
import type { SeenFrom } from '../../provider/oidc-adapter.ts';
import { grantHash, type SignInRow } from './sign-in-store.ts';

export interface SessionGrant {
  readonly grantHash: Buffer;
  /** It goes on when the person signs out: the application asked for offline access. */
  readonly persistsLogout: boolean;
}

export interface OpenedSession {
  readonly grants: readonly SessionGrant[];
  /** The browser that it was last used with. */
  readonly seenFrom: SeenFrom | undefined;
}

interface SessionPayload {
  readonly seenFrom?: SeenFrom;
  readonly authorizations?: Readonly<Record<string, { readonly grantId?: string; readonly persistsLogout?: boolean }>>;
}

/** What the person allowed during a sign-in of a browser, application by application. */
export const readSessionGrants = (box: SecretBox, session: SignInRow): readonly SessionGrant[] =>
  openSession(box, session).grants;

export const openSession = (box: SecretBox, session: SignInRow): OpenedSession => {
  if (session.sealedPayload === null) return { grants: [], seenFrom: undefined };
  // The place is the one that the provider's adapter seals for.
  const place = { table: 'oidc_records', row: `Session ${session.idHash.toString('hex')}`, field: 'payload' };
  const { authorizations = {}, seenFrom } = JSON.parse(box.openText(session.sealedPayload, place)) as SessionPayload;
  const grants = Object.values(authorizations).flatMap(({ grantId, persistsLogout = false }) =>
    grantId === undefined ? [] : [{ grantHash: grantHash(grantId), persistsLogout }],
  );
  return { grants, seenFrom };
};
