/** What an operation tells the audit log, in the transaction of its change. */
export interface AuditEntry {
  /** `noun.verb`, such as `application.deleted`. */
  readonly action: `${string}.${string}`;
  /** Who did it; without an id where the kind says it all (`system`, `anonymous`). */
  readonly actor: AuditParty;
  /** What it was done to. */
  readonly target: AuditParty;
  readonly tenantId?: string | undefined;
  readonly projectId?: string | undefined;
  readonly workspaceId?: string | undefined;
  readonly supportCode?: string | undefined;
  readonly ipAddress?: string | undefined;
  /** What changed, in a few words. Never a secret: what looks like one is blotted out, but do not count on it. */
  readonly details?: Readonly<Record<string, unknown>> | undefined;
}

export interface AuditParty {
  readonly kind: string;
  readonly id?: string | undefined;
}

/** A row as the database holds it, every value in a text form that neither drivers nor time zones can change. */
export interface AuditRow {
  readonly id: string;
  /** UTC with microseconds: `2026-11-15T02:00:00.123456Z`. */
  readonly occurredAt: string;
  readonly tenantId: string | null;
  readonly actorKind: string;
  readonly actorId: string | null;
  readonly action: string;
  readonly targetKind: string;
  readonly targetId: string | null;
  readonly projectId: string | null;
  readonly workspaceId: string | null;
  readonly supportCode: string | null;
  readonly ipAddress: string | null;
  /** JSON text. */
  readonly details: string;
}
