import type { ClientType } from '../provider/registration.ts';

export const applicationType = 'platform.application';
export const applicationSkus = ['app', 'api', 'app;api'] as const;
export const clientTypes = ['None', 'Confidential', 'Public', 'Spa', 'ClientCredential', 'Native'] as const;
export const secretOptions = ['none', 'onlyIfEmpty', 'rollover'] as const;
/** What a deployment does about secrets: an instruction that is followed, not a setting that is kept. */
export type SecretOption = (typeof secretOptions)[number];

export interface PublishedScope {
  readonly scopeName: string;
  readonly description: string;
}

export interface ApiAccess {
  readonly apiClientId: string;
  readonly scopes: readonly string[];
}

/** A client that the API lets in without asking the user. It need not exist. */
export interface AuthorizedClient {
  readonly clientId: string;
  readonly scopes: readonly string[];
}

export interface ProductReference {
  readonly productId: string;
  readonly productName: string;
}

/** Everything about an application that a template may say (contract A16). */
export interface ApplicationSettings {
  readonly sku: (typeof applicationSkus)[number];
  readonly locked: boolean;
  readonly tags: readonly string[];
  readonly isApi: boolean;
  readonly clientType: ClientType;
  readonly redirectUrls: readonly string[];
  readonly postLogoutRedirectUrls: readonly string[];
  readonly applicationUrl: string | null;
  readonly allowImplicitGrantFlow: boolean;
  readonly appIdUri: string | null;
  readonly tokenVersion: number;
  readonly publishedScopes: readonly PublishedScope[];
  readonly services: readonly string[];
  readonly apiProductSubscriptions: readonly ProductReference[];
  readonly clients: readonly AuthorizedClient[];
  readonly apiAccesses: readonly ApiAccess[];
  readonly secondFactorRequired: boolean;
}

/** Clients on a server of their own, which can keep a secret and act for themselves. */
export const holdsSecrets = (type: ClientType): boolean => type === 'Confidential' || type === 'ClientCredential';
