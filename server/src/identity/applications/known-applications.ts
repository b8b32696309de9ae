import type { Handle, Transaction } from '../../platform/database/index.ts';
import type { KnownServices } from '../services/known-services.ts';
import { type ChangeJournal, createJournal } from '../services/resources/change-journal.ts';
import { knownIdsOf, noteRows, readRows } from '../services/resources/known-resources.ts';
import { holdResourcesInTurn, turnName } from '../services/resources/resource-store.ts';
import { applicationType } from './application-settings.ts';
import { type StoredApplication, selectApplications } from './application-store.ts';
import { readKnown, readNamed } from './read-known.ts';
import type { ApiFacts, ProductFacts } from './reference-store.ts';

/** What one submission has read or written already, of all resource types. */
export interface KnownApplications extends KnownServices {
  /** By id. */
  readonly applications: Map<string, StoredApplication>;
  /** APIs that may be called from the project, by id and by appIdUri; null where there is none. */
  readonly apis: Map<string, ApiFacts | null>;
  /** API products, by what a template calls them; null where there is none. */
  readonly products: Map<string, ProductFacts | null>;
}

export const createKnown = (projectId: string): KnownApplications => ({
  projectId,
  rows: new Map(),
  services: new Map(),
  applications: new Map(),
  apis: new Map(),
  products: new Map(),
});

/** Reads what the project has under these names, for a plan. */
export const loadKnownResources = async (
  handle: Handle,
  input: { readonly projectId: string; readonly names: readonly string[] },
): Promise<KnownApplications> => {
  const known = createKnown(input.projectId);
  await readRows(handle, known, input.names);
  return known;
};

/** How long a submission waits for its turn with a connection in its hand, in milliseconds. */
export const longestWaitForTurn = 2_000;

/**
 * Waits for the turn of the submission in its project, then reads and holds what it names. Whoever calls this writes
 * down at the end what the journal holds.
 */
export const lockKnownResources = async (
  transaction: Transaction,
  input: { readonly projectId: string; readonly names: readonly string[]; readonly groupName?: string | undefined },
): Promise<KnownApplications & { readonly journal: ChangeJournal }> => {
  const { projectId, names, groupName } = input;
  const known = createKnown(projectId);
  noteRows(known, names, await holdResourcesInTurn(transaction, { projectId, longestWait: longestWaitForTurn }, names));
  const groups = await readKnown(transaction, known, groupName);
  return { ...known, groups, journal: createJournal() };
};

/** Reads the same and holds nothing. */
export const findNamedResources = async (
  handle: Handle,
  input: { readonly projectId: string; readonly names: readonly string[]; readonly groupName: string },
): Promise<KnownApplications> => {
  const known = createKnown(input.projectId);
  const groups = await readNamed(handle, known, input.groupName, input.names);
  return { ...known, groups };
};

/** The name of a project's turn, and how long it is waited for, as `hold_project_resources` takes them. */
export const turnOf = (projectId: string): readonly [turn: string, longestWait: number] => [
  turnName(projectId),
  longestWaitForTurn,
];

/** The application of that name. All that the submission named and nobody has read yet come with it. */
export const findKnownApplication = async (
  handle: Handle,
  known: KnownApplications,
  name: string,
): Promise<StoredApplication | undefined> => {
  const row = known.rows.get(name);
  if (row?.resourceType !== applicationType) return undefined;
  if (!known.applications.has(row.id)) {
    const fresh = knownIdsOf(known, applicationType).filter((id) => !known.applications.has(id));
    for (const application of await selectApplications(handle, fresh)) {
      known.applications.set(application.id, application);
    }
  }
  return known.applications.get(row.id);
};

/** After a write: what was known of this application is known no longer, but for what is given. */
export const rememberApplication = (known: KnownApplications, stored: StoredApplication): void => {
  const before = known.applications.get(stored.id);
  for (const uri of [before?.settings.appIdUri, stored.settings.appIdUri]) if (uri) known.apis.delete(uri);
  known.apis.delete(stored.id);
  known.applications.set(stored.id, stored);
  if (stored.settings.isApi) {
    const scopes = stored.settings.publishedScopes.map(({ scopeName }) => scopeName);
    known.apis.set(stored.id, { id: stored.id, scopes });
  }
};
