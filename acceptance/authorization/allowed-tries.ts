import { randomUUID } from 'node:crypto';
import { call } from '../support/administrator.ts';
import type { Probe, Relation } from '../support/authorization-matrix.ts';
import { signInAt } from './accounts.ts';
import { federation, nextPassword } from './cases.ts';
import type { PlaceIds } from './place.ts';
import { addPasskey } from './possessions.ts';
import type { Principal } from './principals.ts';
import { dueRefusal, idsOf, type Operation, otherTenantOf, toProbe } from './probes.ts';
import type { World } from './world.ts';

/** A request that must get through, made when its turn comes: what it uses up is made for it. */
export interface AllowedTry {
  /** Those with a lower number go first. */
  readonly turn: number;
  make(): Promise<Probe>;
  /** What must be put in order afterwards. */
  settle(): Promise<void>;
}

/** Requests about what the caller may reach. */
export const allowedTries = (world: World, described: Operation, principal: Principal): AllowedTry[] => {
  const { chain, rules, needs } = described;
  const named = chain.length > 0 || rules.missing !== undefined;
  const relations: Relation[] = named && rules.uses !== 'caller' ? ['own', 'notGranted', 'otherTenant'] : ['own'];
  return relations.flatMap((relation) => {
    if (dueRefusal(described, principal, relation) !== undefined) return [];
    // To use up one thing of a tenant shows as much as two.
    if (rules.uses !== undefined && relation === 'notGranted') return [];
    if (needs === 'key' && relation !== 'own') return [];
    const tenant = relation === 'otherTenant' ? otherTenantOf(world, principal) : principal.home;
    let caller = principal;
    return {
      turn: rules.turn ?? 0,
      make: async () => {
        const stock = idsOf(world, principal, relation);
        const used = await makeUsedUp(world, described, principal, tenant.tenantId, stock);
        caller = used.caller ?? principal;
        const asked = {
          about: relation,
          ids: { ...stock, ...used.ids },
          tenantId: tenant.tenantId,
          expected: rules.answers,
        };
        const probe = toProbe(world, described, caller, asked);
        return {
          ...probe,
          headers: { ...probe.headers, ...used.headers },
          ...(rules.says === undefined ? {} : { says: rules.says }),
        };
      },
      settle: async () => {
        if (described.operation.operationId === 'changeMyPassword' && principal.account !== undefined) {
          principal.account.password = nextPassword(principal.account.password);
        }
      },
    };
  });
};

interface UsedUpThings {
  readonly ids?: Partial<PlaceIds>;
  readonly caller?: Principal;
  readonly headers?: Record<string, string>;
}

const makeUsedUp = async (
  world: World,
  { rules, area }: Operation,
  principal: Principal,
  tenantId: string,
  stock: PlaceIds,
): Promise<UsedUpThings> => {
  const { url, database, administrator } = world;
  const ask = async (path: string, body: unknown) => {
    const answer = await call(url, 'POST', path, { token: administrator.token, body });
    if (answer.status !== 201) throw new Error(`POST ${path}: ${answer.status} ${answer.text}`);
    return answer.body;
  };
  const email = `${randomUUID()}@matrix.example.com`;
  switch (rules.uses) {
    case 'place': {
      const tenant = world.near.tenantId === tenantId ? world.near : world.far;
      return { ids: (await tenant.anotherHome()).ids };
    }
    case 'user':
      return { ids: { userId: (await ask('/portal/v1/users', { tenantId, email, sendMail: false })).user.id, email } };
    case 'request': {
      const { serviceId, userId } = stock;
      await database.query(`UPDATE subscriptions SET state = 'pending' WHERE service_id = $1 AND user_id = $2`, [
        serviceId,
        userId,
      ]);
      return {};
    }
    case 'federation': {
      const made = await ask(`/portal/v1/tenants/${tenantId}/federations`, federation());
      return { ids: { federationId: made.id } };
    }
    case 'minted key':
      await database.removeSigningKey();
      return {};
    case 'company':
      return { ids: { companyId: (await ask('/portal/v1/companies', { tenantId, name: email })).id } };
    case 'invitation': {
      const { confirmationUrl } = await ask('/portal/v1/users', {
        tenantId,
        email,
        firstName: 'New',
        lastName: 'Person',
        sendMail: false,
      });
      return { headers: { authToken: new URL(confirmationUrl).searchParams.get('token') ?? '' } };
    }
    case 'mail': {
      const [row] = await database.query<{ id: string }>(
        `INSERT INTO mails (id, recipient, subject, state, sealed_content, last_error, finished_at)
         VALUES ($1, $2, 'Hello', 'failed', 'x', 'x', now()) RETURNING id`,
        [randomUUID(), email],
      );
      return { ids: { mailId: row?.id ?? '' } };
    }
    case 'job': {
      const [row] = await database.query<{ id: string }>(
        `SELECT (graphile_worker.add_job('nobody does this', max_attempts => 1)).id::text AS id`,
      );
      await database.query(
        `UPDATE graphile_worker._private_jobs SET attempts = max_attempts, last_error = 'x' WHERE id = $1`,
        [row?.id],
      );
      return { ids: { jobId: row?.id ?? '' } };
    }
    case 'passkey': {
      // With a passkey nobody would sign in by a form.
      const caller = await signInAgain(world, principal);
      return { caller, ids: { passkeyId: await addPasskey(database, principal.account?.userId ?? '') } };
    }
    case 'session': {
      const caller = await signInAgain(world, principal);
      const sessions = async (): Promise<string[]> =>
        (
          await call(url, 'GET', '/portal/v1/me/sessions?pageSize=200', { headers: caller.headers[area] })
        ).body.result.map(({ id }: { id: string }) => id);
      const before = await sessions();
      await signInAgain(world, principal);
      return { caller, ids: { sessionId: (await sessions()).find((id) => !before.includes(id)) ?? '' } };
    }
    case 'caller':
      return { caller: await signInAgain(world, principal) };
    default:
      return {};
  }
};

/** The same person with a sign-in of its own, which may end. */
const signInAgain = async ({ url }: World, principal: Principal): Promise<Principal> => {
  const { account, application } = principal;
  if (account === undefined || application === undefined) throw new Error(`${principal.name} cannot sign in.`);
  const { access_token: token } = await signInAt(url, account, application);
  const authorization = `Bearer ${token}`;
  const { services, portal, deployments } = principal.headers;
  return {
    ...principal,
    headers: {
      services: { ...services, authorization },
      portal: { ...portal, authorization },
      deployments: { ...deployments, authorization },
    },
  };
};
