import type { AuditParty } from '../platform/audit/index.ts';

/** Who does it, and by which request: spread into every audit entry. */
export interface Acting {
  readonly actor: AuditParty;
  readonly supportCode?: string | undefined;
  readonly ipAddress?: string | undefined;
}

/** The platform itself: first start, jobs. */
export const actingSystem: Acting = { actor: { kind: 'system' } };

/** A user who acts; undefined for whoever is not signed in, such as the owner of an activation link. */
export const userIdOf = (acting: Acting): string | null =>
  acting.actor.kind === 'user' && acting.actor.id !== undefined ? acting.actor.id : null;
