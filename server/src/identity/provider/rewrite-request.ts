import { platformApiUri } from '../applications/platform-registrations.ts';
import { indicatorOf } from './api-indicator.ts';
import { readScopeTargets } from './scope-targets.ts';

export interface RewriteInput {
  readonly parameters: URLSearchParams;
  /** The scopes that a client may ask for at an API, for `<api>/.default`. Empty when it may ask for none. */
  readonly findScopes: (clientId: string, indicator: string) => Promise<readonly string[]>;
}

/**
 * Turns scopes that name their API into the standard form: the API as `resource` (RFC 8707), the scopes by their own
 * names. A request that speaks the standard form goes through as it is.
 */
export const rewriteScopes = async (
  { parameters, findScopes }: RewriteInput,
  clientId: string | undefined,
): Promise<void> => {
  for (const [name, value] of [...parameters]) {
    if (name !== 'resource' || indicatorOf(value) === value) continue;
    parameters.delete(name, value);
    parameters.append(name, indicatorOf(value));
  }
  if (parameters.get('grant_type') === 'client_credentials') await nameDefaults({ parameters, findScopes }, clientId);
  const scope = dropOfflineAccess(parameters);
  if (scope === null) return;
  const { scopes, apis, wantsDefault } = readScopeTargets(scope);
  if (apis.length === 0) return;
  for (const api of apis) {
    if (!parameters.getAll('resource').includes(indicatorOf(api))) parameters.append('resource', indicatorOf(api));
  }
  // With a refresh token everything is what was granted, which may be less than the client could ask for by now.
  if (wantsDefault && parameters.get('grant_type') === 'refresh_token') {
    parameters.delete('scope');
    return;
  }
  const everything =
    wantsDefault && clientId !== undefined
      ? await Promise.all(apis.map((api) => findScopes(clientId, indicatorOf(api))))
      : [];
  parameters.set('scope', [...new Set([...scopes, ...everything.flat()])].join(' '));
  if (parameters.get('scope') === '') parameters.delete('scope');
};

/**
 * An application that acts for itself may leave out what is usual (contract X5): without scopes it means all that it may
 * do at the API, without an API the platform's own, where it has access to that.
 */
const nameDefaults = async ({ parameters, findScopes }: RewriteInput, clientId: string | undefined): Promise<void> => {
  if (clientId === undefined || (parameters.get('scope') ?? '') !== '') return;
  const named = parameters.getAll('resource');
  const [api = platformApiUri, ...others] = named;
  const scopes = others.length > 0 ? [] : await findScopes(clientId, api);
  if (scopes.length === 0) return;
  if (named.length === 0) parameters.set('resource', api);
  parameters.set('scope', scopes.join(' '));
};

/**
 * Some clients name offline_access again whenever they refresh, also where it was not granted; the refresh token in their
 * hands is all that it could give.
 */
const dropOfflineAccess = (parameters: URLSearchParams): string | null => {
  const scope = parameters.get('scope');
  if (scope === null || parameters.get('grant_type') !== 'refresh_token') return scope;
  const rest = scope.split(' ').filter((word) => word !== '' && word !== 'offline_access');
  if (rest.length === 0) parameters.delete('scope');
  else parameters.set('scope', rest.join(' '));
  return parameters.get('scope');
};
