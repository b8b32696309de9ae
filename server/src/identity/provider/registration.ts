/** What the provider needs to know of an application. */
export interface Registration {
  readonly id: string;
  readonly tenantId: string;
  readonly name: string;
  readonly clientType: ClientType;
  readonly isApi: boolean;
  readonly redirectUrls: readonly string[];
  readonly postLogoutRedirectUrls: readonly string[];
  readonly applicationUrl: string | null;
  readonly allowImplicitGrantFlow: boolean;
  readonly appIdUri: string | null;
  readonly secondFactorRequired: boolean;
  readonly firstParty: boolean;
  readonly credentialsVersion: number;
  readonly servicePrincipalId: string | null;
  /** Names of the scopes that it publishes as an API. */
  readonly scopes: readonly string[];
}

export type ClientType = 'None' | 'Confidential' | 'Public' | 'Spa' | 'ClientCredential' | 'Native';
