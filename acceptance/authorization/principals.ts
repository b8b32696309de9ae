import { call } from '../support/administrator.ts';
import { type Account, applicationToken, signInAt, type WorldApplication } from './accounts.ts';
import { makeAutomationTokens, makeKeys } from './credentials.ts';
import { mintToken } from './mint-token.ts';
import { giveAdministratorPossessions, givePossessions, type Possessions } from './possessions.ts';
import type { Person, TenantWorld, World } from './world.ts';

export const areas = ['services', 'portal', 'deployments'] as const;
export type Area = (typeof areas)[number];

/** A caller, and what the world gave it: facts, from which `rights.ts` tells what it may do. */
export interface Principal {
  readonly name: string;
  readonly headers: Readonly<Record<Area, Readonly<Record<string, string>>>>;
  /** The status that every request gets which needs a credential, where this one is none. */
  readonly refusedWith: Readonly<Partial<Record<Area, 401 | 403>>>;
  /** What the credential speaks for where it is good. */
  readonly kind: 'person' | 'application' | 'automationToken' | 'key' | 'nobody';
  /** A subscription key comes along that is good by itself. */
  readonly hasKey: boolean;
  readonly home: TenantWorld;
  readonly role: 'administrator' | 'directoryReader' | 'none';
  /** Rights in the home place. */
  readonly project: 'owner' | 'contributor' | 'reader' | 'none';
  readonly link: 'manage' | 'read' | 'none';
  readonly administersService: boolean;
  /** Who signs in, and where; undefined for callers that are nobody in particular. */
  readonly account?: Account;
  readonly application?: WorldApplication;
  readonly own?: Possessions;
  /** Where it differs from all the others. */
  readonly areas: readonly Area[];
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const withKey = (key: string) => ({ 'Ocp-Apim-Subscription-Key': key });
const everywhere = { services: 401, portal: 401, deployments: 401 } as const;
const notForDeployments = { deployments: 401 } as const;

/** More than twenty callers: every kind that rules name, with and without rights, and every way to be none of them. */
export const makePrincipals = async (world: World): Promise<Principal[]> => {
  const { url, near, far, database } = world;
  const { managing, reading, unlinked, strong } = near.applications;
  const facts = {
    kind: 'nobody',
    hasKey: false,
    home: near,
    role: 'none',
    project: 'none',
    link: 'none',
    administersService: false,
    refusedWith: everywhere,
    areas,
  } as const;
  const headersOf = (token: string, key: string | undefined) => ({
    services: { ...bearer(token), ...(key === undefined ? {} : withKey(key)) },
    portal: bearer(token),
    deployments: bearer(token),
  });
  const given = new Map<Account, Promise<Possessions>>();
  const possessionsOf = async (account: Account): Promise<Possessions> => {
    const place = Object.values(far.accounts).includes(account) ? far.home : near.home;
    const give = account === world.administrator.account ? giveAdministratorPossessions : givePossessions;
    const possessions = given.get(account) ?? give(world, place, account);
    given.set(account, possessions);
    return await possessions;
  };
  const person = async (
    name: string,
    account: Account,
    application: WorldApplication,
    more: Partial<Principal> = {},
  ): Promise<Principal> => ({
    ...facts,
    name,
    kind: 'person',
    hasKey: true,
    refusedWith: notForDeployments,
    headers: headersOf((await signInAt(url, account, application)).access_token, application.key),
    account,
    application,
    link: application === managing || application === far.applications.managing ? 'manage' : 'read',
    own: await possessionsOf(account),
    ...more,
  });
  const application = async (name: string, caller: WorldApplication, more: Partial<Principal>): Promise<Principal> => ({
    ...facts,
    name,
    kind: 'application',
    hasKey: true,
    refusedWith: notForDeployments,
    headers: headersOf(await applicationToken(url, caller), caller.key),
    application: caller,
    ...more,
  });
  const automation = (name: string, token: string, more: Partial<Principal>): Principal => ({
    ...facts,
    name,
    kind: 'automationToken',
    hasKey: true,
    refusedWith: { services: 401, portal: 401 },
    headers: headersOf(token, managing.key),
    ...more,
  });

  const of = (who: Person): Account => near.accounts[who];
  const people = await Promise.all([
    person('ordinary user', of('ordinary'), reading),
    person('subscriber', of('subscriber'), reading),
    person('service administrator', of('serviceAdministrator'), reading, { administersService: true }),
    person('directory reader', of('directoryReader'), managing, { role: 'directoryReader' }),
    person('project owner', of('owner'), managing, { project: 'owner' }),
    person('project contributor', of('contributor'), managing, { project: 'contributor' }),
    person('project reader', of('reader'), managing, { project: 'reader' }),
    person('user at an unlinked application', of('ordinary'), unlinked, { link: 'none' }),
    person('platform administrator', world.administrator.account, managing, { role: 'administrator' }),
    person('project owner of the other tenant', far.accounts.owner, far.applications.managing, {
      home: far,
      project: 'owner',
    }),
    person('directory reader of the other tenant', far.accounts.directoryReader, far.applications.managing, {
      home: far,
      role: 'directoryReader',
    }),
  ]);
  const ordinary = people[0];
  if (ordinary === undefined) throw new Error('There is nobody.');
  const token = (ordinary.headers.portal.authorization ?? '').slice('Bearer '.length);

  const roleOf = async (caller: WorldApplication, role: string) =>
    await database.query(
      `INSERT INTO service_principal_platform_roles (service_principal_id, role)
       SELECT id, $2 FROM service_principals WHERE application_id = $1`,
      [caller.id, role],
    );
  await roleOf(strong, 'administrator');
  const applications = [
    await application('application', managing, { link: 'manage' }),
    await application('application that may only read', reading, { link: 'read' }),
    await application('application without a service', unlinked, {}),
  ];
  const strongOne = await application('application with the role of an administrator', strong, {
    role: 'administrator',
    link: 'manage',
  });

  const { secondary, ...spoilt } = await makeKeys(world, reading);
  const keys: Principal[] = [
    {
      ...ordinary,
      name: 'ordinary user with the secondary key',
      headers: headersOf(token, secondary),
      areas: ['services'],
    },
    {
      ...facts,
      name: 'key alone',
      kind: 'key',
      hasKey: true,
      headers: { services: withKey(reading.key), portal: {}, deployments: {} },
      areas: ['services'],
    },
    {
      ...ordinary,
      name: 'key of another application',
      headers: headersOf(token, managing.key),
      refusedWith: { services: 403, deployments: 401 },
      areas: ['services'],
    },
    ...(['revoked', 'otherProduct', 'unknown', undefined] as const).map(
      (kind): Principal => ({
        ...ordinary,
        name: kind === undefined ? 'token without a key' : `${kind} key`,
        hasKey: false,
        headers: headersOf(token, kind === undefined ? undefined : spoilt[kind]),
        refusedWith: { services: 401, deployments: 401 },
        areas: ['services'],
      }),
    ),
  ];

  const minting = await database.addSigningKey();
  const hourAgo = Math.floor(Date.now() / 1000) - 3600;
  const badTokens: [string, string, 401 | 403][] = [
    ['garbage token', 'nonsense', 401],
    ['token that somebody altered', `${token.slice(0, -6)}AAAAAA`, 401],
    ['expired token', mintToken(minting, token, { payload: { iat: hourAgo - 60, exp: hourAgo } }), 401],
    ['token for another API', mintToken(minting, token, { payload: { aud: near.home.ids.applicationId } }), 401],
    ['token of another issuer', mintToken(minting, token, { payload: { iss: 'https://evil.example.com' } }), 401],
    ['token of another tenant than its user', mintToken(minting, token, { payload: { tid: far.tenantId } }), 401],
    ['token without the scope', mintToken(minting, token, { payload: { scp: '' } }), 403],
    ['id token', (await signInAt(url, of('ordinary'), reading)).id_token ?? '', 401],
    ['token of a deactivated user', await endedToken(world, of('deactivated'), reading, 'deactivate'), 401],
    ['token of a user who was signed out', await endedToken(world, of('signedOut'), reading, 'sign-out'), 401],
  ];
  const tokens = badTokens.map(
    ([name, bad, status]): Principal => ({
      ...facts,
      name,
      hasKey: true,
      headers: headersOf(bad, reading.key),
      refusedWith: { services: status, portal: status, deployments: 401 },
    }),
  );
  // The control: what is minted is good when nothing about it is wrong.
  const control: Principal = {
    ...ordinary,
    name: 'ordinary user with a minted token',
    headers: headersOf(mintToken(minting, token, {}), reading.key),
  };

  const automations = await makeAutomationTokens(world);
  return [
    { ...facts, name: 'nobody', headers: { services: {}, portal: {}, deployments: {} } },
    ...people,
    ...applications,
    strongOne,
    ...keys,
    ...tokens,
    control,
    automation('automation token', near.home.project.automationToken, { project: 'owner' }),
    automation('automation token of another project', near.elsewhere.project.automationToken, {
      home: { ...near, home: near.elsewhere, elsewhere: near.home },
      project: 'owner',
    }),
    automation('automation token of the other tenant', far.home.project.automationToken, {
      home: far,
      project: 'owner',
    }),
    automation('revoked automation token', automations.revoked, { refusedWith: everywhere }),
    automation('expired automation token', automations.expired, { refusedWith: everywhere }),
  ];
};

const endedToken = async (
  { url, administrator }: World,
  account: Account,
  application: WorldApplication,
  how: 'deactivate' | 'sign-out',
): Promise<string> => {
  const { access_token } = await signInAt(url, account, application);
  const ended = await call(url, 'POST', `/portal/v1/users/${account.userId}/${how}`, { token: administrator.token });
  if (ended.status >= 300) throw new Error(`${how}: ${ended.status} ${ended.text}`);
  return access_token;
};
