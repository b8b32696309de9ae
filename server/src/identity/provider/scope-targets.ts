export interface ScopeTargets {
  /** Scopes without the name of their API, and those of OpenID Connect. */
  readonly scopes: readonly string[];
  /** Names of the APIs that scopes were prefixed with, each once. */
  readonly apis: readonly string[];
  /** `<api>/.default` was asked for: everything that the client may do there. */
  readonly wantsDefault: boolean;
}

const defaultScope = '.default';

/**
 * Takes apart scopes that name their API, as Microsoft's client libraries send them: `<api>/.default` and
 * `<api>/<scope>`, where the API is its URI or its application id (contract X5).
 */
export const readScopeTargets = (scope: string): ScopeTargets => {
  const scopes: string[] = [];
  const apis = new Set<string>();
  let wantsDefault = false;
  for (const word of scope.split(' ').filter((part) => part !== '')) {
    const slash = word.lastIndexOf('/');
    const [api, name] = [word.slice(0, Math.max(slash, 0)), word.slice(slash + 1)];
    if (api === '' || name === '' || !isApiName(api)) {
      scopes.push(word);
      continue;
    }
    // `api://x//.default` names the API `api://x/`, which is the same as `api://x`.
    apis.add(api.replace(/\/$/, ''));
    if (name === defaultScope) wantsDefault = true;
    else scopes.push(name);
  }
  return { scopes, apis: [...apis], wantsDefault };
};

const isApiName = (text: string): boolean => /^[a-z][a-z0-9+.-]*:/i.test(text) || /^[0-9a-f-]{36}$/i.test(text);
