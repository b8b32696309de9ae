// Made by `npm run generate` from the migrated schema. Do not edit.
import type { ColumnType, Generated, GeneratedAlways } from 'kysely';

export interface ActionTokensTable {
  id: Generated<string>;
  userId: string;
  purpose: string;
  tokenHash: Buffer;
  address: string | null;
  context: ColumnType<unknown, string | undefined, string>;
  createdAt: Generated<Date>;
  expiresAt: Date;
  usedAt: Date | null;
  revokedAt: Date | null;
}

export interface ApiProductSubscriptionsTable {
  id: Generated<string>;
  applicationId: string;
  productId: string;
  position: Generated<number>;
  createdAt: Generated<Date>;
  revokedAt: Date | null;
}

export interface ApiProductsTable {
  id: Generated<string>;
  tenantId: string;
  name: string;
  nameKey: GeneratedAlways<string>;
  description: Generated<string>;
  apiApplicationId: string | null;
  public: Generated<boolean>;
  createdAt: Generated<Date>;
  updatedAt: Generated<Date>;
  revision: Generated<number>;
}

export interface ApplicationApiAccessesTable {
  applicationId: string;
  apiApplicationId: string;
  scopes: Generated<string[]>;
  position: number;
}

export interface ApplicationClientsTable {
  applicationId: string;
  clientId: string;
  scopes: Generated<string[]>;
  position: number;
}

export interface ApplicationScopesTable {
  applicationId: string;
  name: string;
  description: Generated<string>;
  position: number;
}

export interface ApplicationSecretsTable {
  id: Generated<string>;
  applicationId: string;
  version: number;
  description: Generated<string>;
  secretHash: Buffer;
  sealedSecret: string;
  secretStart: string;
  createdAt: Generated<Date>;
  createdBy: string | null;
  expiresAt: Date | null;
  revokedAt: Date | null;
  lastUsedAt: Date | null;
}

export interface ApplicationServicesTable {
  applicationId: string;
  serviceId: string;
  position: number;
  mayManageSubscriptions: Generated<boolean>;
}

export interface ApplicationsTable {
  id: Generated<string>;
  tenantId: string;
  name: string;
  nameKey: GeneratedAlways<string>;
  origin: string;
  resourceId: string | null;
  clientType: string;
  isApi: Generated<boolean>;
  redirectUrls: Generated<string[]>;
  postLogoutRedirectUrls: Generated<string[]>;
  applicationUrl: string | null;
  allowImplicitGrantFlow: Generated<boolean>;
  appIdUri: string | null;
  tokenVersion: Generated<number>;
  secondFactorRequired: Generated<boolean>;
  firstParty: Generated<boolean>;
  disabledAt: Date | null;
  credentialsVersion: Generated<number>;
  createdAt: Generated<Date>;
  updatedAt: Generated<Date>;
  revision: Generated<number>;
}

export interface AuditChainTable {
  position: string;
  auditId: string;
  entryFormat: number;
  entryHash: Buffer;
  previousHash: Buffer;
  chainedAt: Date;
  hash: Buffer;
}

export interface AuditLogTable {
  id: GeneratedAlways<string>;
  occurredAt: Generated<Date>;
  tenantId: string | null;
  actorKind: string;
  actorId: string | null;
  action: string;
  targetKind: string;
  targetId: string | null;
  projectId: string | null;
  workspaceId: string | null;
  supportCode: string | null;
  ipAddress: string | null;
  details: ColumnType<unknown, string | undefined, string>;
}

export interface AuditPendingTable {
  auditId: string;
}

export interface AutomationTokensTable {
  id: Generated<string>;
  projectId: string;
  name: string;
  tokenHash: Buffer;
  tokenStart: string;
  trustedIssuerId: string | null;
  externalSubject: string | null;
  createdAt: Generated<Date>;
  createdBy: string | null;
  expiresAt: Date;
  revokedAt: Date | null;
  revokedBy: string | null;
  lastUsedAt: Date | null;
}

export interface ChannelPreferencesTable {
  userId: string;
  channelId: string;
  notificationCenter: Generated<boolean>;
  email: Generated<boolean>;
  updatedAt: Generated<Date>;
}

export interface CompaniesTable {
  id: Generated<string>;
  tenantId: string;
  tenantType: string | null;
  name: string;
  nameKey: GeneratedAlways<string>;
  description: Generated<string>;
  url: string | null;
  addressLines: Generated<string[]>;
  city: string | null;
  zipCode: string | null;
  country: string | null;
  countryCode: string | null;
  customerId: string | null;
  internalId: string | null;
  vat: string | null;
  email: string | null;
  domains: Generated<string[]>;
  createdAt: Generated<Date>;
  updatedAt: Generated<Date>;
  revision: Generated<number>;
}

export interface CompanyMembershipsTable {
  companyId: string;
  userId: string;
  tenantId: string;
  state: Generated<string>;
  administrator: Generated<boolean>;
  createdAt: Generated<Date>;
  updatedAt: Generated<Date>;
  userNameKey: Generated<string>;
}

export interface DataContainersTable {
  serviceId: string;
  id: string;
  name: string;
  nameKey: GeneratedAlways<string>;
  description: Generated<string>;
  createdAt: Generated<Date>;
  updatedAt: Generated<Date>;
}

export interface DeployedResourcesTable {
  resourceId: string;
  projectId: string;
  deploymentId: string;
  deployedAt: Generated<Date>;
  revision: number;
  state: ColumnType<unknown, string, string>;
}

export interface DeploymentsTable {
  id: string;
  projectId: string;
  tenantId: string;
  resourceGroupId: string | null;
  resourceGroupName: string | null;
  state: string;
  templateHash: Buffer;
  automationTokenId: string;
  automationTokenName: string;
  externalSubject: string | null;
  supportCode: string;
  startedAt: Date;
  finishedAt: Date;
  durationMs: number;
  resourceCount: number;
  createdCount: Generated<number>;
  changedCount: Generated<number>;
  resources: ColumnType<unknown, string | undefined, string>;
  problems: ColumnType<unknown, string | undefined, string>;
  warnings: ColumnType<unknown, string | undefined, string>;
}

export interface EncryptionKeysTable {
  fingerprint: string;
  firstUsedAt: Generated<Date>;
}

export interface FederatedIdentitiesTable {
  id: Generated<string>;
  federationId: string;
  userId: string;
  tenantId: string;
  subject: string;
  createdAt: Generated<Date>;
  lastUsedAt: Date | null;
}

export interface HealthDependenciesTable {
  id: Generated<string>;
  name: string;
  componentType: Generated<string>;
  url: string | null;
  serviceId: string | null;
  critical: Generated<boolean>;
  weight: Generated<number>;
  affectedEndpoints: Generated<string[]>;
  createdAt: Generated<Date>;
  updatedAt: Generated<Date>;
}

export interface IdempotencyKeysTable {
  scope: string;
  keyHash: Buffer;
  requestHash: Buffer;
  status: number | null;
  sealedAnswer: string | null;
  createdAt: Generated<Date>;
  expiresAt: Date;
}

export interface InboxMessagesTable {
  messageId: string;
  userId: string;
  important: boolean;
  deliveredAt: Generated<Date>;
  readAt: Date | null;
}

export interface InstallationTable {
  onlyRow: Generated<boolean>;
  id: Generated<string>;
  createdAt: Generated<Date>;
}

export interface JobRunnersTable {
  id: string;
  startedAt: Generated<Date>;
}

export interface MailsTable {
  id: string;
  recipient: string;
  subject: string;
  state: Generated<string>;
  sealedContent: string | null;
  dedupeKey: string | null;
  attempts: Generated<number>;
  lastError: string | null;
  createdAt: Generated<Date>;
  retryAt: Generated<Date>;
  finishedAt: Date | null;
  takenBy: string | null;
  bulk: Generated<boolean>;
}

export interface MessageChannelsTable {
  id: Generated<string>;
  serviceId: string;
  name: string;
  nameKey: GeneratedAlways<string>;
  description: Generated<string>;
  isDefault: Generated<boolean>;
  createdAt: Generated<Date>;
  updatedAt: Generated<Date>;
}

export interface MessageMailsTable {
  messageId: string;
  userId: string;
  createdAt: Generated<Date>;
  queuedAt: Date | null;
}

export interface MessagesTable {
  id: Generated<string>;
  serviceId: string;
  channelId: string;
  kind: string;
  senderReference: string | null;
  name: string;
  content: string;
  important: boolean;
  sender: string;
  sentAt: Generated<Date>;
  createdAt: Generated<Date>;
  audienceAfter: string | null;
  audienceOpen: Generated<boolean>;
}

export interface OidcRecordsTable {
  model: string;
  idHash: Buffer;
  payload: ColumnType<unknown, string | null | undefined, string | null>;
  sealedPayload: string | null;
  grantId: string | null;
  userCodeHash: Buffer | null;
  uid: string | null;
  accountId: string | null;
  clientId: string | null;
  createdAt: Generated<Date>;
  consumedAt: Date | null;
  expiresAt: Date | null;
}

export interface OneTimeCodesTable {
  id: Generated<string>;
  userId: string;
  purpose: string;
  codeHash: Buffer;
  address: string | null;
  context: ColumnType<unknown, string | undefined, string>;
  tries: Generated<number>;
  createdAt: Generated<Date>;
  expiresAt: Date;
  usedAt: Date | null;
}

export interface PasskeysTable {
  id: Generated<string>;
  userId: string;
  name: string;
  credentialId: Buffer;
  publicKey: Buffer;
  signCount: Generated<string>;
  transports: Generated<string[]>;
  deviceType: string;
  backedUp: boolean;
  aaguid: string | null;
  createdAt: Generated<Date>;
  lastUsedAt: Date | null;
}

export interface PasswordCredentialsTable {
  userId: string;
  passwordHash: string;
  changedAt: Generated<Date>;
  mustChange: Generated<boolean>;
}

export interface ProfilePicturesTable {
  userId: string;
  mediaType: string;
  image: Buffer;
  sha256: Buffer;
  updatedAt: Generated<Date>;
}

export interface ProjectMembersTable {
  projectId: string;
  userId: string;
  tenantId: string;
  role: string;
  createdAt: Generated<Date>;
  updatedAt: Generated<Date>;
}

export interface ProjectTrustedIssuersTable {
  id: Generated<string>;
  projectId: string;
  name: string;
  issuer: string;
  audience: string;
  subjectPattern: string;
  tokenSeconds: Generated<number>;
  createdAt: Generated<Date>;
  createdBy: string | null;
  updatedAt: Generated<Date>;
  lastUsedAt: Date | null;
}

export interface ProjectsTable {
  id: Generated<string>;
  tenantId: string;
  name: string;
  nameKey: GeneratedAlways<string>;
  description: Generated<string>;
  createdAt: Generated<Date>;
  createdBy: string | null;
  updatedAt: Generated<Date>;
  revision: Generated<number>;
}

export interface RecoveryCodesTable {
  id: Generated<string>;
  userId: string;
  codeHash: Buffer;
  createdAt: Generated<Date>;
  usedAt: Date | null;
}

export interface ResourceGroupsTable {
  id: Generated<string>;
  projectId: string;
  tenantId: string;
  name: string;
  nameKey: GeneratedAlways<string>;
  description: Generated<string>;
  tags: Generated<string[]>;
  isProduction: Generated<boolean>;
  locked: Generated<boolean>;
  createdAt: Generated<Date>;
  createdBy: string | null;
  updatedAt: Generated<Date>;
  revision: Generated<number>;
  lastDeploymentId: string | null;
  deployedState: ColumnType<unknown, string | null | undefined, string | null>;
  deployedIn: string | null;
  deployedAt: Date | null;
}

export interface ResourcesTable {
  id: Generated<string>;
  tenantId: string;
  projectId: string;
  resourceGroupId: string;
  name: string;
  nameKey: GeneratedAlways<string>;
  resourceType: string;
  sku: string;
  tags: Generated<string[]>;
  locked: Generated<boolean>;
  createdAt: Generated<Date>;
  updatedAt: Generated<Date>;
  revision: Generated<number>;
  lastDeploymentId: string | null;
}

export interface SchemaMigrationsTable {
  version: number;
  name: string;
  checksum: string;
  appliedAt: Generated<Date>;
}

export interface ServiceAccessLevelsTable {
  id: Generated<string>;
  serviceId: string;
  name: string;
  position: number;
  createdAt: Generated<Date>;
}

export interface ServiceAdministratorsTable {
  serviceId: string;
  userId: string;
  grantedAt: Generated<Date>;
  grantedBy: string | null;
}

export interface ServicePrincipalPlatformRolesTable {
  servicePrincipalId: string;
  role: string;
  grantedAt: Generated<Date>;
  grantedBy: string | null;
}

export interface ServicePrincipalsTable {
  id: Generated<string>;
  applicationId: string;
  tenantId: string;
  createdAt: Generated<Date>;
  disabledAt: Date | null;
}

export interface ServicesTable {
  id: string;
  tenantId: string;
  name: string;
  nameKey: GeneratedAlways<string>;
  shortName: Generated<string>;
  description: Generated<string>;
  shortDescription: Generated<string>;
  category: string | null;
  serviceUrl: string | null;
  openInNewTab: Generated<boolean>;
  visible: Generated<boolean>;
  businessOwnerId: string | null;
  serviceOwner: string | null;
  technicalContactEmail: Generated<string>;
  providerCompanyName: string | null;
  production: Generated<boolean>;
  public: Generated<boolean>;
  selfSubscribe: Generated<boolean>;
  approvalNeeded: Generated<boolean>;
  subscriptionNotification: Generated<string>;
  subscriberLimit: number | null;
  pricingTier: string | null;
  apiAudience: string | null;
  termsUrl: string | null;
  healthUrl: string | null;
  parentServiceId: string | null;
  rootServiceId: string;
  useAccessLevels: Generated<boolean>;
  passwordPolicyEnforced: boolean | null;
  passwordPolicyScope: string | null;
  passwordPolicyUnit: string | null;
  passwordPolicyInterval: number | null;
  createdAt: Generated<Date>;
  updatedAt: Generated<Date>;
  parentListed: Generated<boolean>;
}

export interface SignInThrottlesTable {
  kind: string;
  subjectHash: Buffer;
  failures: number;
  windowStartedAt: Generated<Date>;
  blockedUntil: Date | null;
  expiresAt: Date;
}

export interface SigningKeysTable {
  id: string;
  algorithm: string;
  state: string;
  publicJwk: ColumnType<unknown, string, string>;
  sealedPrivateKey: string;
  createdAt: Generated<Date>;
  activatedAt: Date | null;
  retiredAt: Date | null;
  verifiesUntil: Date | null;
}

export interface SubscriberBlocksTable {
  serviceId: string;
  tenantId: string;
  firstKey: string;
  firstUserId: string;
  subscribers: number;
  preceding: Generated<number>;
}

export interface SubscriberNotesTable {
  serviceId: string;
  tenantId: string;
  id: GeneratedAlways<string>;
  nameKey: string;
  userId: string;
  change: number;
}

export interface SubscriptionKeysTable {
  subscriptionId: string;
  slot: string;
  keyHash: Buffer;
  sealedKey: string;
  createdAt: Generated<Date>;
  lastUsedAt: Date | null;
}

export interface SubscriptionsTable {
  serviceId: string;
  userId: string;
  tenantId: string;
  nameKey: string;
  state: string;
  stateBeforeError: string | null;
  accessLevelId: string | null;
  sku: string | null;
  createdAt: Generated<Date>;
  updatedAt: Generated<Date>;
  revision: Generated<number>;
}

export interface TenantFederationsTable {
  id: Generated<string>;
  tenantId: string;
  name: string;
  issuer: string;
  clientId: string;
  sealedClientSecret: string | null;
  scopes: Generated<string[]>;
  claimMapping: ColumnType<unknown, string | undefined, string>;
  domains: Generated<string[]>;
  createUsers: Generated<boolean>;
  enabled: Generated<boolean>;
  createdAt: Generated<Date>;
  updatedAt: Generated<Date>;
  revision: Generated<number>;
}

export interface TenantsTable {
  id: Generated<string>;
  name: string;
  nameKey: GeneratedAlways<string>;
  description: Generated<string>;
  secondFactorRequired: Generated<boolean>;
  createdAt: Generated<Date>;
  updatedAt: Generated<Date>;
  deactivatedAt: Date | null;
  revision: Generated<number>;
}

export interface TermsAcceptancesTable {
  userId: string;
  termsId: string;
  acceptedAt: Generated<Date>;
}

export interface TermsDocumentsTable {
  id: Generated<string>;
  serviceId: string | null;
  version: number;
  title: string;
  content: string;
  publishedAt: Date | null;
  createdAt: Generated<Date>;
  createdBy: string | null;
}

export interface TotpCredentialsTable {
  id: Generated<string>;
  userId: string;
  sealedSecret: string;
  confirmedAt: Date | null;
  lastUsedStep: string | null;
  lastUsedAt: Date | null;
  createdAt: Generated<Date>;
}

export interface UserPlatformRolesTable {
  userId: string;
  role: string;
  grantedAt: Generated<Date>;
  grantedBy: string | null;
}

export interface UsersTable {
  id: Generated<string>;
  tenantId: string;
  email: string;
  emailKey: GeneratedAlways<string>;
  emailVerifiedAt: Date | null;
  phone: string | null;
  phoneVerifiedAt: Date | null;
  firstName: Generated<string>;
  lastName: Generated<string>;
  displayName: string;
  displayNameKey: GeneratedAlways<string>;
  language: string | null;
  countryCode: string | null;
  managedAccount: Generated<boolean>;
  accessHubEnabled: Generated<boolean>;
  secondFactorRequired: Generated<boolean>;
  activatedAt: Date | null;
  activationDeadline: Date | null;
  deactivatedAt: Date | null;
  lastSignInAt: Date | null;
  credentialsVersion: Generated<number>;
  createdAt: Generated<Date>;
  updatedAt: Generated<Date>;
  revision: Generated<number>;
  credentialsChangedAt: Generated<Date>;
}

export interface WidgetsTable {
  id: Generated<string>;
  serviceId: string;
  name: string;
  nameKey: GeneratedAlways<string>;
  description: string | null;
  url: string | null;
  width: number;
  height: number;
  priority: Generated<number>;
  logoUrl: string | null;
  pictogramUrl: string | null;
  type: string | null;
  showTitle: Generated<boolean>;
  supportsMobile: Generated<boolean>;
  sequenceNo: Generated<number>;
  color: string | null;
  openInNewTab: Generated<boolean>;
  createdAt: Generated<Date>;
  updatedAt: Generated<Date>;
}

export interface Tables {
  actionTokens: ActionTokensTable;
  apiProductSubscriptions: ApiProductSubscriptionsTable;
  apiProducts: ApiProductsTable;
  applicationApiAccesses: ApplicationApiAccessesTable;
  applicationClients: ApplicationClientsTable;
  applicationScopes: ApplicationScopesTable;
  applicationSecrets: ApplicationSecretsTable;
  applicationServices: ApplicationServicesTable;
  applications: ApplicationsTable;
  auditChain: AuditChainTable;
  auditLog: AuditLogTable;
  auditPending: AuditPendingTable;
  automationTokens: AutomationTokensTable;
  channelPreferences: ChannelPreferencesTable;
  companies: CompaniesTable;
  companyMemberships: CompanyMembershipsTable;
  dataContainers: DataContainersTable;
  deployedResources: DeployedResourcesTable;
  deployments: DeploymentsTable;
  encryptionKeys: EncryptionKeysTable;
  federatedIdentities: FederatedIdentitiesTable;
  healthDependencies: HealthDependenciesTable;
  idempotencyKeys: IdempotencyKeysTable;
  inboxMessages: InboxMessagesTable;
  installation: InstallationTable;
  jobRunners: JobRunnersTable;
  mails: MailsTable;
  messageChannels: MessageChannelsTable;
  messageMails: MessageMailsTable;
  messages: MessagesTable;
  oidcRecords: OidcRecordsTable;
  oneTimeCodes: OneTimeCodesTable;
  passkeys: PasskeysTable;
  passwordCredentials: PasswordCredentialsTable;
  profilePictures: ProfilePicturesTable;
  projectMembers: ProjectMembersTable;
  projectTrustedIssuers: ProjectTrustedIssuersTable;
  projects: ProjectsTable;
  recoveryCodes: RecoveryCodesTable;
  resourceGroups: ResourceGroupsTable;
  resources: ResourcesTable;
  schemaMigrations: SchemaMigrationsTable;
  serviceAccessLevels: ServiceAccessLevelsTable;
  serviceAdministrators: ServiceAdministratorsTable;
  servicePrincipalPlatformRoles: ServicePrincipalPlatformRolesTable;
  servicePrincipals: ServicePrincipalsTable;
  services: ServicesTable;
  signInThrottles: SignInThrottlesTable;
  signingKeys: SigningKeysTable;
  subscriberBlocks: SubscriberBlocksTable;
  subscriberNotes: SubscriberNotesTable;
  subscriptionKeys: SubscriptionKeysTable;
  subscriptions: SubscriptionsTable;
  tenantFederations: TenantFederationsTable;
  tenants: TenantsTable;
  termsAcceptances: TermsAcceptancesTable;
  termsDocuments: TermsDocumentsTable;
  totpCredentials: TotpCredentialsTable;
  userPlatformRoles: UserPlatformRolesTable;
  users: UsersTable;
  widgets: WidgetsTable;
}
