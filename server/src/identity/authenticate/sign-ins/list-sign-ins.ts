import type { Handle } from '../../../platform/database/index.ts';
import type { SecretBox } from '../../../platform/secrets/index.ts';
import type { SeenFrom } from '../../provider/oidc-adapter.ts';
import { openSession } from './read-session-grants.ts';
import { grantHash, type SignInRow, selectConsoleVisits, selectSignIns } from './sign-in-store.ts';

/** Where somebody is signed in: a browser with all applications used in it, or an application by itself. */
export interface SignIn {
  readonly id: string;
  readonly kind: 'browser' | 'application';
  /** The one that the question was asked with. */
  readonly current: boolean;
  readonly since: Date;
  readonly until: Date | null;
  readonly applications: readonly { readonly id: string; readonly name: string }[];
  /** Known of browsers. */
  readonly userAgent: string | null;
  readonly ipAddress: string | null;
}

/** Newest first. */
export const listSignIns = async (
  deps: { readonly handle: Handle; readonly box: SecretBox },
  input: { readonly userId: string; readonly grantId: string },
): Promise<SignIn[]> => {
  const rows = await selectSignIns(deps.handle, input.userId);
  const visits = await selectConsoleVisits(deps.handle, input.userId);
  const grants = new Map(rows.filter(({ model }) => model === 'Grant').map((row) => [row.idHash.toString('hex'), row]));
  const current = grantHash(input.grantId).toString('hex');

  const describe = (row: SignInRow, kind: SignIn['kind'], grantIds: readonly string[], seenFrom?: SeenFrom): SignIn => {
    const visit = visits.find((each) => grantIds.includes(each.grantHash.toString('hex')));
    return {
      id: row.idHash.toString('hex'),
      kind,
      current: grantIds.includes(current),
      since: row.createdAt,
      until: row.expiresAt,
      applications: applicationsOf(grantIds.flatMap((id) => grants.get(id) ?? [])),
      ...whereabouts(visit ?? seenFrom),
    };
  };

  const browsers = rows
    .filter(({ model }) => model === 'Session')
    .map((row) => {
      const session = openSession(deps.box, row);
      const grantIds = session.grants.map((grant) => grant.grantHash.toString('hex'));
      return { grantIds, signIn: describe(row, 'browser', grantIds, session.seenFrom) };
    });
  const inBrowsers = new Set(browsers.flatMap(({ grantIds }) => grantIds));
  const alone = [...grants].filter(([id]) => !inBrowsers.has(id));
  const applications = alone.map(([id, row]) => describe(row, 'application', [id]));
  return [...browsers.map(({ signIn }) => signIn), ...applications].sort(
    (a, b) => b.since.getTime() - a.since.getTime(),
  );
};

const applicationsOf = (grants: readonly SignInRow[]): SignIn['applications'] =>
  grants.flatMap(({ applicationId, applicationName }) =>
    applicationId === null || applicationName === null ? [] : [{ id: applicationId, name: applicationName }],
  );

const whereabouts = (visit: SeenFrom | undefined): Pick<SignIn, 'userAgent' | 'ipAddress'> => ({
  userAgent: visit?.userAgent ?? null,
  ipAddress: visit?.ipAddress ?? null,
});
