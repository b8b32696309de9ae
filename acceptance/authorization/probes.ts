import type { ApiOperation } from '../support/api-document.ts';
import type { Probe, Relation } from '../support/authorization-matrix.ts';
import { caseOf, type OperationCase } from './cases.ts';
import type { PlaceIds } from './place.ts';
import type { Area, Principal } from './principals.ts';
import { type Needs, needsOf, refusalFor } from './rights.ts';
import { smuggled } from './smuggled.ts';
import type { TenantWorld, World } from './world.ts';
import { nothing } from './world.ts';

export type Slot = keyof PlaceIds;

/** Parameters that name no thing. */
const words: Readonly<Record<string, string>> = { slot: 'secondary', role: 'directoryReader', type: 'email' };

/** Which kind of thing a parameter of a path names. */
export const slotOf = (path: string, name: string): Slot | undefined => {
  if (name in words) return undefined;
  if (name === 'userid') return 'userId';
  if (name !== 'id') return name as Slot;
  if (path.includes('/messages/')) return 'messageId';
  if (path.includes('/companies/')) return 'companyId';
  if (path.includes('/datacontainers/')) return 'containerId';
  return path.includes('/cache/') ? 'userId' : 'serviceId';
};

/** Everything that one operation is tried with. */
export interface Operation {
  readonly area: Area;
  readonly operation: ApiOperation;
  readonly needs: Needs;
  readonly rules: OperationCase;
  /** The things that the path names, outermost first. */
  readonly chain: readonly Slot[];
  readonly tenantHeader: boolean;
}

export const describeOperation = (area: Area, prefix: string, operation: ApiOperation): Operation => {
  const path = operation.path.slice(prefix.length);
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  return {
    area,
    operation,
    needs: needsOf(area, `${operation.method} ${path}`),
    rules: caseOf(area, operation),
    // What is forgotten need not exist.
    chain: operation.operationId === 'invalidateCache' ? [] : names.flatMap((name) => slotOf(path, name) ?? []),
    tenantHeader: operation.parameters.some(({ in: where, name }) => where === 'header' && name === 'tenantId'),
  };
};

export const otherTenantOf = ({ near, far }: World, principal: Principal): TenantWorld =>
  principal.home.tenantId === near.tenantId ? far : near;

const nowhere = nothing();

export const idsOf = (world: World, principal: Principal, relation: Relation): PlaceIds => {
  switch (relation) {
    case 'own':
      return { ...principal.home.home.ids, ...principal.own };
    case 'notGranted':
      return principal.home.elsewhere.ids;
    case 'otherTenant':
      return otherTenantOf(world, principal).home.ids;
    case 'missing':
      return nowhere;
  }
};

export interface Asked {
  readonly about: string;
  readonly ids: PlaceIds;
  readonly tenantId: string | undefined;
  readonly expected: readonly number[] | undefined;
  readonly likeness?: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The request of an operation about the given things. */
export const toProbe = (world: World, described: Operation, principal: Principal, asked: Asked): Probe => {
  const { area, operation, rules, tenantHeader } = described;
  const { ids, tenantId } = asked;
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const slot = slotOf(operation.path, name);
    return encodeURIComponent(slot === undefined ? (words[name] ?? '') : ids[slot]);
  });
  const query = new URLSearchParams(rules.query?.(ids) ?? {});
  const body = asked.body ?? rules.body?.(ids, principal);
  const { likeness } = asked;
  return {
    operation: `${area} ${operation.operationId}`,
    principal: principal.name,
    about: asked.about,
    method: operation.method,
    path: query.size === 0 ? path : `${path}?${query}`,
    headers: {
      ...principal.headers[area],
      ...rules.headers?.(ids),
      ...asked.headers,
      ...(tenantHeader && tenantId !== undefined ? { tenantId } : {}),
    },
    ...(body === undefined ? {} : { body }),
    expected: asked.expected,
    ...(likeness === undefined ? {} : { likeness }),
    unseen: unseenBy(world, principal, rules.ofTenant === true),
  };
};

/** Administrators see everything; readers of a directory what is in their tenant; others what they were given. */
const unseenBy = (world: World, principal: Principal, ofTenant: boolean): string[] => {
  if (principal.role === 'administrator') return [];
  const foreign = otherTenantOf(world, principal);
  const far = [foreign.home.marker.replace(/home.*$/, '')];
  return ofTenant || principal.role === 'directoryReader' ? far : [...far, principal.home.elsewhere.marker];
};

/** The refusal that is due at the first thing of the path, or at none. */
export const dueRefusal = (described: Operation, principal: Principal, relation: Relation): number | undefined => {
  const { area, needs, chain, rules } = described;
  // Services are linked, and people are not: whom an application may name depends on their tenant.
  const namesPerson = (needs === 'link' || needs === 'link to manage') && chain[0] === 'userId';
  const refusal = refusalFor(principal, area, needs, namesPerson ? 'own' : relation);
  if (refusal === 404) return rules.missing ?? 404;
  if (!namesPerson || refusal !== undefined) return refusal;
  if (relation === 'missing' || (relation === 'otherTenant' && principal.role !== 'administrator')) return 404;
  return undefined;
};

/** What belongs to the whole tenant. */
const ofTenant = new Set<Slot>(['userId', 'federationId']);

/** Requests about what the caller may not reach, in every way that a request can name it. */
export const refusedProbes = (world: World, described: Operation, principal: Principal): Probe[] => {
  const { chain, tenantHeader, rules, area, operation } = described;
  const probe = (asked: Asked) => toProbe(world, described, principal, asked);
  const own = idsOf(world, principal, 'own');
  const ownTenant = principal.home.tenantId;
  const farTenant = otherTenantOf(world, principal).tenantId;
  const barred = dueRefusal(described, principal, 'own');
  const probes: Probe[] = [];
  const names = chain.length > 0 || rules.missing !== undefined;

  if (barred !== undefined) probes.push(probe({ about: 'own', ids: own, tenantId: ownTenant, expected: [barred] }));
  if (names) {
    for (const relation of ['notGranted', 'otherTenant', 'missing'] as const) {
      const refusal = dueRefusal(described, principal, relation);
      if (refusal === undefined) continue;
      const ids = idsOf(world, principal, relation);
      // A token of another project of the tenant is told so (contract A12).
      const isTold = described.needs === 'automation token' && relation === 'notGranted';
      const common = { ids, expected: [refusal] };
      probes.push(probe({ ...common, about: relation, tenantId: ownTenant, ...(isTold ? {} : { likeness: 'whole' }) }));
    }
  }
  if (tenantHeader && names) {
    for (const relation of ['otherTenant', 'missing'] as const) {
      const ids = idsOf(world, principal, relation);
      const nowhereElse = dueRefusal(described, principal, 'missing') ?? 404;
      const without = { about: `${relation} without a tenant`, ids, tenantId: undefined, likeness: 'no tenant' };
      probes.push(probe({ ...without, expected: [nowhereElse] }));
      const refusal = dueRefusal(described, principal, relation);
      if (refusal === undefined) continue;
      const at = { about: `${relation} in the other tenant`, ids, tenantId: farTenant, likeness: 'other tenant' };
      probes.push(probe({ ...at, expected: [refusal] }));
    }
  }
  // Whoever does not get as far as the thing itself gets no further with its parts.
  if (barred !== undefined) return probes;
  for (let place = 1; place < chain.length; place += 1) {
    for (const relation of ['notGranted', 'otherTenant', 'missing'] as const) {
      const foreign = idsOf(world, principal, relation);
      const slot = chain[place];
      // Anybody of the tenant may be named, and what is put by its id comes into being.
      if (slot === undefined || (ofTenant.has(slot) && relation === 'notGranted')) continue;
      if (operation.operationId === 'putDataContainer') continue;
      // Without a tenant that the request asks for, administrators see people of all of them.
      if (slot === 'userId' && !tenantHeader && area === 'services' && principal.role === 'administrator') continue;
      const ids = { ...own, ...Object.fromEntries(chain.slice(place).map((name) => [name, foreign[name]])) };
      const isLastPart = place === chain.length - 1;
      const expected = [(isLastPart ? rules.missingPart : undefined) ?? rules.missing ?? 404];
      const about = `${slot} ${relation}, in what is the caller's own`;
      probes.push(probe({ about, ids, tenantId: ownTenant, expected, likeness: `${slot} within` }));
    }
  }
  for (const { label, body, headers } of smuggled.filter(
    (one) => one.area === area && one.operationId === operation.operationId,
  )) {
    for (const relation of ['notGranted', 'otherTenant', 'missing'] as const) {
      const foreign = idsOf(world, principal, relation);
      if (relation === 'notGranted' && /user|e-mail/.test(label)) continue;
      const expected = [400, 404, 422];
      const smuggling = { about: `${relation}: ${label}`, ids: own, body: body(foreign, own), likeness: label };
      const more = headers === undefined ? {} : { headers: headers(foreign) };
      probes.push(probe({ ...smuggling, ...more, tenantId: ownTenant, expected }));
    }
  }
  return probes;
};
