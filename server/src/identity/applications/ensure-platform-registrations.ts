import { sql } from 'kysely';
import { actingSystem, systemTenantId } from '../../accounts/index.ts';
import { recordAudit } from '../../platform/audit/index.ts';
import { type Database, inTransaction, publish, type Transaction } from '../../platform/database/index.ts';
import type { SecretBox } from '../../platform/secrets/index.ts';
import { mergeFields } from '../services/resources/field-table.ts';
import { replaceChangedLists } from './application-list-rows.ts';
import { insertApplication, updateApplication } from './application-rows.ts';
import type { ApplicationSettings } from './application-settings.ts';
import { type StoredApplication, selectApplications } from './application-store.ts';
import { auditOfApplication } from './audit-of-application.ts';
import { describeApplicationChange } from './describe-application-change.ts';
import {
  cliClientId,
  consoleClientId,
  platformApiId,
  platformApiUri,
  platformProductId,
  platformProductName,
  platformScope,
} from './platform-registrations.ts';
import { makeSubscription } from './subscription-keys.ts';
import { syncSubscriptions } from './sync-subscriptions.ts';
import { applicationFields } from './wire/application-fields.ts';

export interface PlatformRegistrations {
  readonly platformApiId: string;
  readonly platformProductId: string;
  readonly consoleClientId: string;
  readonly cliClientId: string;
}

interface Deps {
  readonly database: Database;
  readonly box: SecretBox;
  /** The address that browsers know; the console returns there after sign-in. */
  readonly publicUrl: string;
}

interface BuiltIn {
  readonly id: string;
  readonly name: string;
  readonly firstParty: boolean;
  readonly settings: ApplicationSettings;
}

const settings = (given: Partial<ApplicationSettings>): ApplicationSettings =>
  mergeFields(applicationFields, undefined, given);

const product = { productId: platformProductId, productName: platformProductName };

/** What Portolan is to itself. The API and the clients are settings like those of any template. */
const builtIns = (publicUrl: string): readonly BuiltIn[] => {
  const origin = publicUrl.replace(/\/$/, '');
  const description = 'Act at the platform as the signed-in user.';
  return [
    {
      id: platformApiId,
      name: 'Portolan API',
      firstParty: true,
      settings: settings({
        sku: 'api',
        isApi: true,
        appIdUri: platformApiUri,
        publishedScopes: [{ scopeName: platformScope, description }],
      }),
    },
    {
      id: consoleClientId,
      name: 'Portolan Console',
      firstParty: true,
      settings: settings({
        clientType: 'Spa',
        // The second is where the pages of one's own account come back to.
        redirectUrls: [`${origin}/auth/callback`, `${origin}/identity/signed-in`],
        postLogoutRedirectUrls: [`${origin}/`],
        applicationUrl: `${origin}/`,
        apiAccesses: [{ apiClientId: platformApiId, scopes: [platformScope] }],
        apiProductSubscriptions: [product],
      }),
    },
    {
      id: cliClientId,
      name: 'Portolan CLI',
      firstParty: true,
      // By device code, or by a browser that comes back to this machine, at whatever port is free (RFC 8252).
      settings: settings({
        clientType: 'Native',
        redirectUrls: ['http://127.0.0.1/callback', 'http://localhost/callback'],
        apiAccesses: [{ apiClientId: platformApiId, scopes: [platformScope] }],
        apiProductSubscriptions: [product],
      }),
    },
  ];
};

/**
 * Registers the platform's API, its API product, the console and the command line on the first start (contract P1), and
 * keeps them in step with the settings of this server at every later one. Several nodes may start at once.
 */
export const ensurePlatformRegistrations = async (deps: Deps): Promise<PlatformRegistrations> => {
  const wanted = builtIns(deps.publicUrl);
  const stored = await selectApplications(
    deps.database,
    wanted.map(({ id }) => id),
  );
  const isRight = wanted.every((builtIn) => {
    const found = stored.find(({ id }) => id === builtIn.id);
    return found !== undefined && isInStep(builtIn, found);
  });
  if (!isRight) await inTransaction(deps.database, (transaction) => writeAll(transaction, deps.box, wanted));
  return { platformApiId, platformProductId, consoleClientId, cliClientId };
};

const isInStep = (builtIn: BuiltIn, stored: StoredApplication): boolean =>
  builtIn.name === stored.name && describeApplicationChange(stored.settings, builtIn.settings).length === 0;

const writeAll = async (transaction: Transaction, box: SecretBox, wanted: readonly BuiltIn[]): Promise<void> => {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended('platform registrations', 0))`.execute(transaction);
  const ids = wanted.map(({ id }) => id);
  const stored = new Map((await selectApplications(transaction, ids)).map((row) => [row.id, row]));
  for (const builtIn of wanted) {
    const current = stored.get(builtIn.id);
    if (current === undefined) await register(transaction, box, builtIn);
    else if (!isInStep(builtIn, current)) await keepInStep(transaction, box, builtIn, current);
  }
};

const register = async (transaction: Transaction, box: SecretBox, builtIn: BuiltIn): Promise<void> => {
  const { id, name, firstParty } = builtIn;
  await insertApplication(transaction, {
    id,
    tenantId: systemTenantId,
    name,
    origin: 'builtIn',
    firstParty,
    settings: builtIn.settings,
    resource: undefined,
    hasPrincipal: false,
    secret: undefined,
    subscriptions: builtIn.settings.apiProductSubscriptions.map(({ productId }, position) =>
      makeSubscription(box, productId, position),
    ),
  });
  if (id === platformApiId) await registerProduct(transaction);
  const application = { id, name, tenantId: systemTenantId, projectId: null };
  await recordAudit(transaction, auditOfApplication(actingSystem, application, 'application.created'));
};

const registerProduct = async (transaction: Transaction): Promise<void> => {
  await transaction
    .insertInto('apiProducts')
    .values({
      id: platformProductId,
      tenantId: systemTenantId,
      name: platformProductName,
      description: 'The services and data sharing APIs of this platform.',
      apiApplicationId: platformApiId,
      public: true,
    })
    .execute();
};

const keepInStep = async (
  transaction: Transaction,
  box: SecretBox,
  builtIn: BuiltIn,
  current: StoredApplication,
): Promise<void> => {
  await updateApplication(transaction, current.id, builtIn.settings, false);
  await transaction.updateTable('applications').set({ name: builtIn.name }).where('id', '=', current.id).execute();
  await replaceChangedLists(transaction, current.id, current.settings, builtIn.settings);
  const ended = await syncSubscriptions(transaction, box, current, builtIn.settings.apiProductSubscriptions);
  const fields = describeApplicationChange(current.settings, builtIn.settings).map(({ path }) => path);
  await recordAudit(transaction, auditOfApplication(actingSystem, current, 'application.changed', { fields }));
  for (const id of [current.id, ...(ended ?? [])]) await publish(transaction, 'credential', id);
};
