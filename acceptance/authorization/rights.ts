import type { Relation } from '../support/authorization-matrix.ts';
import type { Area, Principal } from './principals.ts';

type ProjectRole = 'owner' | 'contributor' | 'reader';

/** What an operation asks of its caller. */
export type Needs =
  | 'nothing'
  | 'key'
  | 'caller'
  | 'person'
  | 'own thing'
  | 'service in sight'
  | 'service of the tenant'
  | 'keeper of the service'
  | 'reader of the tenant'
  | 'administrator'
  | 'automation token'
  | `project ${ProjectRole}`
  | 'link'
  | 'link to manage'
  | 'some link'
  | 'some link to manage';

/**
 * Who may do what, written down a second time: by the contract (X1-X3, P3, P4, B18), not by the code. A route that
 * declares less than this turns the matrix red, though its own documentation agrees with it.
 */
const table: Readonly<Record<Area, readonly (readonly [RegExp, Needs])[]>> = {
  deployments: [
    [/^\w+ \/projects\/\{projectId\}\//, 'automation token'],
    [/^POST \/token$|^GET \/(schemas\/|limits$)/, 'nothing'],
  ],
  services: [
    [/ \/my\/messages\/\{id\}$/, 'own thing'],
    [/^GET \/my\/policies\/\{serviceId\}\//, 'service in sight'],
    [/ \/my\//, 'person'],
    [/^GET \/this\/services$/, 'caller'],
    [/^GET \/this\/(user\/|administrators$)/, 'some link'],
    [/^POST \/this\/users?$/, 'some link to manage'],
    [/^GET \/this\//, 'link'],
    [/^(PUT|DELETE|POST) \/this\//, 'link to manage'],
    [/^GET \/health\/status$/, 'key'],
    [/ \/directory\/users\/me\/(exchange\/otp|pending\/activation|activate)$/, 'key'],
    [/ \/directory\/users\/me\//, 'person'],
    [/^GET \/directory\/users\/\{userId\}\/resync\//, 'administrator'],
    [/^(GET \/directory\/|POST \/directory\/users$)/, 'reader of the tenant'],
    [/^(PUT|DELETE|POST) \/directory\//, 'administrator'],
    [/^GET \/Status$/, 'caller'],
    [/^GET \/cache\//, 'administrator'],
  ],
  portal: [
    [/ \/me\/(sessions\/\{|second-factors\/passkeys\/\{)/, 'own thing'],
    [/^PATCH \/me\/channels\/\{channelId\}$/, 'own thing'],
    [/^PUT \/me\/subscriptions\/\{serviceId\}$/, 'service of the tenant'],
    [/ \/me(\/|$)/, 'person'],
    [/^GET \/subscription-requests$/, 'person'],
    [/^POST \/services\/\{serviceId\}\/subscription-requests\//, 'keeper of the service'],
    [/^GET \/(projects|terms)$/, 'caller'],
    [/^POST \/projects$/, 'person'],
    [/^GET \/projects\/\{projectId\}\/(automation-tokens|trusted-issuers)$/, 'project contributor'],
    [/^GET \/projects\/\{projectId\}\/audit$/, 'project owner'],
    [/^GET \/projects\/\{projectId\}/, 'project reader'],
    [/^PATCH \/projects\/\{projectId\}\//, 'project contributor'],
    [/ \/projects\/\{projectId\}\/services\/\{serviceId\}\/(channels|widgets)/, 'project contributor'],
    [/ \/projects\/\{projectId\}\/applications\/\{applicationId\}\/secrets/, 'project contributor'],
    [/^POST \/projects\/\{projectId\}\/applications\/\{applicationId\}\/subscriptions\//, 'project contributor'],
    [/^(POST|PUT|PATCH|DELETE) \/projects\/\{projectId\}/, 'project owner'],
    [/^GET \/(users|companies)(\/|$)/, 'reader of the tenant'],
    [/ \/(users|companies|tenants|terms|audit|mails|jobs|signing-keys|health-dependencies)(\/|$)/, 'administrator'],
  ],
};

export const needsOf = (area: Area, operation: string): Needs => {
  const found = table[area].find(([pattern]) => pattern.test(operation));
  if (found === undefined) throw new Error(`rights.ts does not say who may use ${operation} of ${area}.`);
  return found[1];
};

const people = ['user', 'directoryReader', 'administrator'];
const callers = [...people, 'application'];

/** What the route must declare of itself (`x-rule`). */
export const declaredFor = (needs: Needs): { readonly principals: readonly string[]; readonly relation: string } => {
  switch (needs) {
    case 'nothing':
      return { principals: [], relation: 'none' };
    case 'key':
      return { principals: ['subscriptionKey', ...callers], relation: 'none' };
    case 'caller':
    case 'some link':
    case 'some link to manage':
      return { principals: callers, relation: 'none' };
    case 'person':
    case 'own thing':
    case 'service in sight':
    case 'service of the tenant':
      return { principals: people, relation: 'none' };
    case 'keeper of the service':
      return { principals: people, relation: 'serviceKeeper' };
    case 'reader of the tenant':
      return { principals: ['directoryReader', 'administrator'], relation: 'sameTenant' };
    case 'administrator':
      return { principals: ['administrator'], relation: 'none' };
    case 'automation token':
      return { principals: ['automationToken'], relation: 'project' };
    case 'link':
    case 'link to manage':
      return { principals: callers, relation: 'linkedService' };
    case 'project owner':
      return { principals: people, relation: 'projectOwner' };
    case 'project contributor':
      return { principals: people, relation: 'projectContributor' };
    case 'project reader':
      return { principals: people, relation: 'projectReader' };
  }
};

/** The status of the refusal that is due; undefined where the caller must get through. */
export const refusalFor = (
  principal: Principal,
  area: Area,
  needs: Needs,
  relation: Relation,
): 401 | 403 | 404 | undefined => {
  if (needs === 'nothing') return undefined;
  if (needs === 'key') return principal.hasKey ? undefined : 401;
  const bad = principal.refusedWith[area];
  if (bad !== undefined) return bad;
  const administrator = principal.role === 'administrator';
  const exists = relation !== 'missing';
  const own = relation === 'own';
  switch (needs) {
    case 'caller':
      return undefined;
    case 'person':
      return principal.kind === 'person' ? undefined : 403;
    case 'own thing':
      if (principal.kind !== 'person') return 403;
      return own ? undefined : 404;
    case 'service in sight':
      // That of the user's or the application's tenant.
      if (principal.kind !== 'person') return 403;
      return own || relation === 'notGranted' ? undefined : 404;
    case 'service of the tenant':
      // An administrator is of the system tenant, and has subscribed to the service of the home place only.
      if (principal.kind !== 'person') return 403;
      return own || (relation === 'notGranted' && !administrator) ? undefined : 404;
    case 'keeper of the service':
      if (administrator) return exists ? undefined : 404;
      return own && isKeeper(principal) ? undefined : 404;
    case 'administrator':
      if (!administrator) return 403;
      return exists ? undefined : 404;
    case 'reader of the tenant':
      if (principal.role === 'none') return 403;
      return own || relation === 'notGranted' || (administrator && exists) ? undefined : 404;
    case 'automation token':
      if (relation === 'notGranted') return 403;
      return own ? undefined : 404;
    case 'link':
    case 'link to manage':
      if (!own || principal.link === 'none') return 404;
      return needs === 'link' || mayManage(principal) ? undefined : 403;
    case 'some link':
      if (principal.link === 'none') return 403;
      return !exists || (relation === 'otherTenant' && !administrator) ? 404 : undefined;
    case 'some link to manage':
      return mayManage(principal) ? undefined : 403;
    case 'project owner':
    case 'project contributor':
    case 'project reader':
      if (administrator) return exists ? undefined : 404;
      if (!own || principal.project === 'none') return 404;
      return rank[principal.project] >= rank[needs.slice('project '.length) as ProjectRole] ? undefined : 403;
  }
};

const rank: Readonly<Record<ProjectRole, number>> = { reader: 1, contributor: 2, owner: 3 };

const isKeeper = ({ administersService, project }: Principal): boolean =>
  administersService || project === 'owner' || project === 'contributor';

const mayManage = (principal: Principal): boolean =>
  principal.link === 'manage' || (principal.link === 'read' && principal.administersService);
