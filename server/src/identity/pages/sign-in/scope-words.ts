import type { Handle } from '../../../platform/database/index.ts';
import { applicationIdIn } from '../../provider/api-indicator.ts';
import type { Registration } from '../../provider/registration.ts';
import { selectApiByUri } from '../../provider/registration-store.ts';
import { say, type Text } from '../words/say.ts';
import { type DescribedScope, selectDescribedScopes } from './scope-store.ts';

/** What OpenID Connect's own scopes mean, in words that follow "The application wants to". */
const standard: Readonly<Record<string, Text>> = {
  openid: 'Know who you are',
  profile: 'See your name and language',
  email: 'See your e-mail address',
  phone: 'See your phone number',
  offline_access: 'Stay connected while you are away',
};

export interface AskedScopes {
  readonly oidc: readonly string[];
  /** Scopes by the indicator of their API. */
  readonly resources: Readonly<Record<string, readonly string[]>>;
}

const textsIn = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((each): each is string => typeof each === 'string') : [];

/** What is missing in the grant, as the provider's consent prompt tells it. */
export const readAskedScopes = (details: Readonly<Record<string, unknown>>): AskedScopes => {
  const { missingOIDCScope, missingResourceScopes } = details;
  const resources =
    typeof missingResourceScopes === 'object' && missingResourceScopes !== null ? missingResourceScopes : {};
  return {
    oidc: textsIn(missingOIDCScope),
    resources: Object.fromEntries(Object.entries(resources).map(([api, scopes]) => [api, textsIn(scopes)])),
  };
};

/** One line for each scope. APIs describe their own. */
export const describeScopes = async (
  handle: Handle,
  client: Pick<Registration, 'tenantId'>,
  asked: AskedScopes,
): Promise<string[]> => {
  const lines = asked.oidc.map(describeStandard);
  for (const [indicator, scopes] of Object.entries(asked.resources)) {
    const described = await selectDescribedScopes(handle, await findApiId(handle, client, indicator), scopes);
    lines.push(
      ...scopes.map((scope) =>
        describeOne(
          scope,
          described.find(({ name }) => name === scope),
        ),
      ),
    );
  }
  return lines;
};

const findApiId = async (
  handle: Handle,
  client: Pick<Registration, 'tenantId'>,
  indicator: string,
): Promise<string | undefined> =>
  applicationIdIn(indicator) ?? (await selectApiByUri(handle, indicator.replace(/\/$/, ''), client.tenantId))?.id;

const describeOne = (scope: string, found: DescribedScope | undefined): string => {
  if (found === undefined) return scope;
  return `${found.description.trim() === '' ? say('Use “{scope}”', { scope }) : found.description.trim()} (${found.api})`;
};

const describeStandard = (scope: string): string => {
  const words = Object.hasOwn(standard, scope) ? standard[scope] : undefined;
  return words === undefined ? scope : say(words);
};
