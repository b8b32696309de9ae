import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import { call, deploy } from '../support/administrator.ts';
import { prepareProject } from '../support/deployed-application.ts';
import { adminEmail, adminPassword, type Portolan } from '../support/start-portolan.ts';
import { type Account, makeAccount, personToken, signInAt, type WorldApplication } from './accounts.ts';
import { makePlace, outputOf, type Place, type PlaceIds, type PlaceOptions, template } from './place.ts';
import { addPasskey, asApplication, givePossessions } from './possessions.ts';
import { openServerDatabase, type ServerDatabase } from './server-database.ts';

/** The people of a tenant. Those of the home place have its roles; `stranger` has none anywhere. */
export const peopleOfTenant = [
  'owner',
  'contributor',
  'reader',
  'ordinary',
  'subscriber',
  'serviceAdministrator',
  'directoryReader',
  'stranger',
  'deactivated',
  'passkeyHolder',
  'signedOut',
] as const;
export type Person = (typeof peopleOfTenant)[number];

export interface TenantWorld {
  readonly tenantId: string;
  readonly accounts: Readonly<Record<Person, Account>>;
  /** Linked to the service of `home`: one may manage, one may only read; one is linked to nothing. */
  readonly applications: Readonly<Record<'managing' | 'reading' | 'unlinked' | 'strong', WorldApplication>>;
  /** The place that the people of the tenant have their rights in, and one where they have none. */
  readonly home: Place;
  readonly elsewhere: Place;
  /** Another one like `home`, for a request that uses it up. */
  anotherHome(): Promise<Place>;
}

export interface World {
  readonly url: string;
  readonly database: ServerDatabase;
  readonly administrator: { readonly token: string; readonly account: Account };
  readonly near: TenantWorld;
  readonly far: TenantWorld;
  close(): Promise<void>;
}

const shared = (): PlaceOptions['shared'] => ({
  messageId: randomUUID(),
  sessionId: randomBytes(32).toString('hex'),
  passkeyId: randomUUID(),
  mailId: randomUUID(),
  jobId: String(randomInt(1e9, 2e9)),
});

/** Ids that nothing has. */
export const nothing = (): PlaceIds => ({
  ...shared(),
  tenantId: randomUUID(),
  projectId: randomUUID(),
  groupId: randomUUID(),
  serviceId: randomUUID(),
  applicationId: randomUUID(),
  secretId: randomUUID(),
  subscriptionId: randomUUID(),
  tokenId: randomUUID(),
  issuerId: randomUUID(),
  deploymentId: randomUUID(),
  companyId: randomUUID(),
  federationId: randomUUID(),
  containerId: randomUUID(),
  channelId: randomUUID(),
  widgetId: randomUUID(),
  dependencyId: randomUUID(),
  userId: randomUUID(),
  email: `${randomUUID()}@matrix.example.com`,
});

/** Two tenants beside the system's own, each with people, applications and projects, all made over HTTP. */
export const buildWorld = async (server: Portolan): Promise<World> => {
  const { url } = server;
  const database = await openServerDatabase(server);
  const { token, project } = await prepareProject(url, 'Administration');
  const answer = await deploy(url, project, template('Administration', ['managing']), []);
  const application: WorldApplication = outputOf(answer, 'managing');
  const me = await call(url, 'GET', '/portal/v1/me', { token });
  const account = { userId: me.body.id, email: adminEmail, password: adminPassword };
  const tokens = await signInAt(url, account, application);
  const services = { authorization: `Bearer ${tokens.access_token}`, 'Ocp-Apim-Subscription-Key': application.key };
  const parts = { url, database, administrator: token, services };
  const [near, far] = await Promise.all([buildTenant(parts, 'Nearby'), buildTenant(parts, 'Faraway')]);
  return {
    url,
    database,
    administrator: { token, account },
    near,
    far,
    close: async () => await database.close(),
  };
};

interface Parts {
  readonly url: string;
  readonly database: ServerDatabase;
  readonly administrator: string;
  readonly services: Readonly<Record<string, string>>;
}

const buildTenant = async (parts: Parts, marker: string): Promise<TenantWorld> => {
  const { url, administrator, database } = parts;
  const made = await call(url, 'POST', '/portal/v1/tenants', {
    token: administrator,
    body: { name: `${marker} tenant` },
  });
  if (made.status !== 201) throw new Error(`tenant: ${made.status} ${made.text}`);
  const tenantId: string = made.body.id;
  const people = await Promise.all(
    peopleOfTenant.map(async (name) => {
      const email = `${name}.${marker}@matrix.example.com`.toLowerCase();
      return [name, await makeAccount(url, administrator, { tenantId, name: `${marker} ${name}`, email })] as const;
    }),
  );
  const accounts = Object.fromEntries(people) as Record<Person, Account>;
  const owner = await personToken(url, accounts.owner);
  const options = { ...parts, tenantId, owner, tenantMarker: marker, shared: shared() };
  const members = {
    [accounts.contributor.userId]: 'contributor',
    [accounts.reader.userId]: 'reader',
  } as const;
  let places = 0;
  const another = async (word: string): Promise<Place> => {
    places += 1;
    return await makePlace({ ...options, marker: `${marker}${word}${places}`, members });
  };
  const home = await another('home');
  const answer = await deploy(url, home.project, homeTemplate(home), []);
  const applications = {
    managing: home.application,
    reading: outputOf(answer, 'reading') as WorldApplication,
    unlinked: outputOf(answer, 'unlinked') as WorldApplication,
    strong: outputOf(answer, 'strong') as WorldApplication,
  };
  await database.query('UPDATE application_services SET may_manage_subscriptions = false WHERE application_id = $1', [
    applications.reading.id,
  ]);
  const stranger = await personToken(url, accounts.stranger);
  const elsewhere = await makePlace({ ...options, owner: stranger, marker: `${marker}elsewhere`, members: {} });
  await database.query('UPDATE services SET self_subscribe = true WHERE tenant_id = $1', [tenantId]);
  const passkeyId = await addPasskey(database, accounts.passkeyHolder.userId);
  await giveRights(parts, { tenantId, accounts, home, owner });
  return {
    tenantId,
    accounts,
    applications,
    home: await withPossessions(parts, home, accounts.owner, passkeyId),
    elsewhere: await withPossessions(parts, elsewhere, accounts.stranger, passkeyId),
    anotherHome: async () => await another('spent'),
  };
};

/** The rights that the names of the accounts promise. */
const giveRights = async (
  { url, administrator }: Parts,
  tenant: Pick<TenantWorld, 'tenantId' | 'accounts' | 'home'> & { readonly owner: string },
): Promise<void> => {
  const { projectId, serviceId } = tenant.home.ids;
  const { directoryReader, serviceAdministrator } = tenant.accounts;
  const answers = [
    await call(url, 'PUT', `/portal/v1/users/${directoryReader.userId}/roles/directoryReader`, {
      token: administrator,
    }),
    await call(
      url,
      'PUT',
      `/portal/v1/projects/${projectId}/services/${serviceId}/administrators/${serviceAdministrator.userId}`,
      { token: tenant.owner },
    ),
  ];
  for (const answer of answers) if (answer.status !== 204) throw new Error(`rights: ${answer.status} ${answer.text}`);
};

/** The place with a message and a session of one of its people, somebody's passkey, and its own person as a subscriber. */
const withPossessions = async (parts: Parts, place: Place, account: Account, passkeyId: string): Promise<Place> => {
  const ask = await asApplication(parts.url, place.application, place.ids.tenantId);
  await ask('PUT', `/this/services/${place.ids.serviceId}/subscribers/${place.ids.userId}`, {});
  return { ...place, ids: { ...place.ids, passkeyId, ...(await givePossessions(parts, place, account)) } };
};

/** The home place once more, with more applications. */
const homeTemplate = ({ marker }: Place) => template(marker, ['linked', 'reading', 'unlinked', 'strong']);
