// Made by `npm run generate` from the OpenAPI document. Do not edit.

export type ApiSubscription = { "id": string; "productId": string; "productName": string; "createdOn": string; "revokedOn": string | null; "keys": readonly ({ "slot": "primary" | "secondary"; "createdOn": string; "lastUsedOn": string | null })[] };

export type ApiSubscriptionPage = { "result": readonly (ApiSubscription)[]; "pageIndex": number; "pageSize": number; "totalCount": number; "totalPages": number };

export type ApplicationResource = { "id": string; "name": string; "resourceType": string; "sku": string; "locked": boolean; "sections": { "properties": Readonly<Record<string, unknown>>; "advanced": Readonly<Record<string, unknown>> }; "projectId": string; "resourceGroupId": string; "updatedOn": string; "warnings"?: readonly (string)[]; "disabled": boolean };

export type ApplicationSecret = { "id": string; "description": string; "secretStart": string; "createdOn": string; "createdBy": string | null; "expiresOn": string | null; "revokedOn": string | null; "lastUsedOn": string | null };

export type ApplicationSecretPage = { "result": readonly (ApplicationSecret)[]; "pageIndex": number; "pageSize": number; "totalCount": number; "totalPages": number };

export type ApplicationSummary = { "id": string; "name": string; "projectId": string; "resourceGroupId": string; "sku": string; "clientType": "None" | "Confidential" | "Public" | "Spa" | "ClientCredential" | "Native"; "isApi": boolean; "applicationUrl": string | null; "tags": readonly (string)[]; "locked": boolean; "disabled": boolean; "updatedOn": string };

export type ApplicationSummaryPage = { "result": readonly (ApplicationSummary)[]; "pageIndex": number; "pageSize": number; "totalCount": number; "totalPages": number };

export type AuditRecord = { "id": string; "occurredOn": string; "tenantId": string | null; "actor": { "kind": string; "id": string | null; "name": string | null }; "action": string; "target": { "kind": string; "id": string | null }; "projectId": string | null; "workspaceId": string | null; "supportCode": string | null; "ipAddress": string | null; "details": Readonly<Record<string, unknown>> };

export type AuditRecordPage = { "result": readonly (AuditRecord)[]; "pageIndex": number; "pageSize": number; "totalCount": number; "totalPages": number };

export type AutomationToken = { "id": string; "name": string; "tokenStart": string; "createdOn": string; "createdBy": string | null; "expiresOn": string; "revokedOn": string | null; "lastUsedOn": string | null; "trustedIssuerId": string | null; "externalSubject": string | null };

export type AutomationTokenPage = { "result": readonly (AutomationToken)[]; "pageIndex": number; "pageSize": number; "totalCount": number; "totalPages": number };

export type Channel = { "id": string; "name": string; "description": string; "default": boolean };

export type ChannelPage = { "result": readonly (Channel)[]; "pageIndex": number; "pageSize": number; "totalCount": number; "totalPages": number };

export type ChannelPreference = { "channelId": string; "channelName": string; "serviceId": string; "serviceName": string; "notificationCenter": boolean; "email": boolean };

export type ChannelPreferenceChanges = { "notificationCenter"?: boolean; "email"?: boolean };

export type ChannelPreferencePage = { "result": readonly (ChannelPreference)[]; "pageIndex": number; "pageSize": number; "totalCount": number; "totalPages": number };

export type ChannelWords = { "name": string; "description"?: string | null };

export type Company = { "id": string; "tenantId": string; "name": string; "description": string; "tenantType": string | null; "url": string | null; "addressLines": readonly (string)[]; "city": string | null; "zipCode": string | null; "country": string | null; "countryCode": string | null; "customerId": string | null; "internalId": string | null; "vat": string | null; "email": string | null; "domains": readonly (string)[]; "memberCount"?: number; "requestCount"?: number; "createdOn": string; "updatedOn": string };

export type CompanyChanges = { "name"?: string; "description"?: string | null; "tenantType"?: string | null; "url"?: string | null; "addressLines"?: readonly (string)[] | null; "city"?: string | null; "zipCode"?: string | null; "country"?: string | null; "countryCode"?: string | null; "customerId"?: string | null; "internalId"?: string | null; "vat"?: string | null; "email"?: string | null; "domains"?: readonly (string)[] | null };

export type CompanyMember = { "userId": string; "displayName": string; "email": string; "state": "requested" | "member"; "administrator": boolean };

export type CompanyMemberPage = { "result": readonly (CompanyMember)[]; "pageIndex": number; "pageSize": number; "totalCount": number; "totalPages": number };

export type CompanyMembership = { "state"?: "requested" | "member"; "administrator"?: boolean };

export type CompanyPage = { "result": readonly (Company)[]; "pageIndex": number; "pageSize": number; "totalCount": number; "totalPages": number };

export type EmailChange = { "newAddress": string; "password"?: string };

export type EmailConfirmation = { "newAddress": string; "code": string };

export type FailedJob = { "id": string; "name": string; "key": string | null; "attempts": number; "error": string; "createdOn": string };

export type FailedJobPage = { "result": readonly (FailedJob)[]; "pageIndex": number; "pageSize": number; "totalCount": number; "totalPages": number };

export type Federation = { "id": string; "tenantId": string; "name": string; "issuer": string; "clientId": string; "hasClientSecret": boolean; "scopes": readonly (string)[]; "claimMapping": Readonly<Record<string, string>>; "domains": readonly (string)[]; "createUsers": boolean; "enabled": boolean; "callbackUrl": string };

export type FederationChanges = { "name"?: string; "issuer"?: string; "clientId"?: string; "clientSecret"?: string | null; "scopes"?: readonly (string)[]; "claimMapping"?: Readonly<Record<string, string>>; "domains"?: readonly (string)[]; "createUsers"?: boolean; "enabled"?: boolean };

export type FederationPage = { "result": readonly (Federation)[]; "pageIndex": number; "pageSize": number; "totalCount": number; "totalPages": number };

export type HealthDependency = { "id": string; "name": string; "componentType": string; "url": string | null; "serviceId": string | null; "critical": boolean; "weight": number; "affectedEndpoints": readonly (string)[] };

export type HealthDependencyPage = { "result": readonly (HealthDependency)[]; "pageIndex": number; "pageSize": number; "totalCount": number; "totalPages": number };

export type Invitation = { "userId": string; "confirmationUrl": string | null };

export type InvitationOptions = { "sendMail"?: boolean; "message"?: string };

export type InvitedUser = { "user": User; "created": boolean; "confirmationUrl": string | null };

export type IssuedApplicationSecret = { "id": string; "description": string; "secretStart": string; "createdOn": string; "createdBy": string | null; "expiresOn": string | null; "revokedOn": string | null; "lastUsedOn": string | null; "secretText": string };

export type IssuedAutomationToken = { "id": string; "name": string; "tokenStart": string; "createdOn": string; "createdBy": string | null; "expiresOn": string; "revokedOn": string | null; "lastUsedOn": string | null; "trustedIssuerId": string | null; "externalSubject": string | null; "token": string };

export type IssuerReport = { "issuer": string; "problem": string | null; "authorizationEndpoint": string | null; "tokenEndpoint": string | null; "userinfoEndpoint": string | null; "signingKeys": number };

export type JobCounts = { "queued": number; "scheduled": number; "running": number; "failed": number; "oldestQueuedSeconds": number };

export type KeyRotation = { "endTokens"?: boolean };

export type Mail = { "id": string; "recipient": string; "subject": string; "state": "queued" | "sent" | "failed"; "attempts": number; "lastError": string | null; "createdOn": string; "finishedOn": string | null };

export type MailPage = { "result": readonly (Mail)[]; "pageIndex": number; "pageSize": number; "totalCount": number; "totalPages": number };

export type Me = { "id": string; "tenantId": string; "email": string; "emailVerified": boolean; "phone": string | null; "phoneVerified": boolean; "firstName": string; "lastName": string; "displayName": string; "language": string | null; "countryCode": string | null; "managedAccount": boolean; "accessHubEnabled": boolean; "secondFactorRequired": boolean; "state": "activated" | "invited" | "deactivated"; "createdOn": string; "updatedOn": string; "lastSignInOn": string | null; "tenantName": string; "roles": readonly ("administrator" | "directoryReader")[]; "passwordChangedOn": string | null; "termsToAccept": readonly ({ "id": string; "title": string; "version": number })[] };

export type MyCompany = { "id": string; "name": string; "administrator": boolean };

export type MyCompanyPage = { "result": readonly (MyCompany)[]; "pageIndex": number; "pageSize": number; "totalCount": number; "totalPages": number };

export type MySubscription = { "serviceId": string; "name": string; "shortDescription": string; "serviceUrl": string | null; "state": "subscribing" | "pending" | "rejected" | "error"; "accessLevel": string | null; "updatedOn": string };

export type MySubscriptionPage = { "result": readonly (MySubscription)[]; "pageIndex": number; "pageSize": number; "totalCount": number; "totalPages": number };

export type NewApplicationSecret = { "description"?: string; "days"?: number };

export type NewAutomationToken = { "name": string; "years": number };

export type NewCompany = { "tenantId"?: string; "name": string; "description"?: string | null; "tenantType"?: string | null; "url"?: string | null; "addressLines"?: readonly (string)[] | null; "city"?: string | null; "zipCode"?: string | null; "country"?: string | null; "countryCode"?: string | null; "customerId"?: string | null; "internalId"?: string | null; "vat"?: string | null; "email"?: string | null; "domains"?: readonly (string)[] | null };

export type NewFederation = { "name": string; "issuer": string; "clientId": string; "clientSecret"?: string | null; "scopes"?: readonly (string)[]; "claimMapping"?: Readonly<Record<string, string>>; "domains"?: readonly (string)[]; "createUsers"?: boolean; "enabled"?: boolean };

export type NewHealthDependency = { "name": string; "url"?: string; "serviceId"?: string; "componentType"?: string; "critical"?: boolean; "weight"?: number; "affectedEndpoints"?: readonly (string)[] };

export type NewKey = { "slot": "primary" | "secondary"; "key": string };

export type NewPasskey = { "occasion": string; "name": string; "passkey": unknown };

export type NewProject = { "name": string; "description"?: string | null };

export type NewProjectMember = { "userId"?: string; "email"?: string; "role": "reader" | "contributor" | "owner" };

export type NewTenant = { "name": string; "description"?: string };

export type NewTerms = { "serviceId"?: string; "title": string; "content": string };

export type NewTrustedIssuer = { "name": string; "issuer": string; "audience": string; "subjectPattern": string; "tokenSeconds"?: number };

export type NewUser = { "tenantId"?: string; "email": string; "firstName"?: string | null; "lastName"?: string | null; "displayName"?: string | null; "countryCode"?: string | null; "language"?: string | null; "phone"?: string | null; "sendMail"?: boolean; "message"?: string };

export type OpenService = { "id": string; "name": string; "shortDescription": string; "category": string | null; "approvalNeeded": boolean };

export type OpenServicePage = { "result": readonly (OpenService)[]; "pageIndex": number; "pageSize": number; "totalCount": number; "totalPages": number };

export type OwnPassword = { "password"?: string };

export type Passkey = { "id": string; "name": string; "createdOn": string; "lastUsedOn": string | null };

export type PasskeyOffer = { "occasion": string; "options": unknown };

export type PasswordChange = { "oldPassword": string; "newPassword": string; "newPasswordRepeat": string };

export type Problem = { "type": string; "title": string; "status": number; "detail": string; "traceId": string; "errors"?: readonly ({ "in": string; "path": string; "message": string })[] };

export type ProfileChanges = { "firstName"?: string | null; "lastName"?: string | null; "displayName"?: string | null; "countryCode"?: string | null; "language"?: string | null; "phone"?: string | null };

export type Project = { "id": string; "tenantId": string; "name": string; "description": string; "role"?: "reader" | "contributor" | "owner"; "createdOn": string; "createdBy": string | null; "updatedOn": string };

export type ProjectChanges = { "name"?: string; "description"?: string };

export type ProjectMember = { "userId": string; "displayName": string; "email": string; "role": "reader" | "contributor" | "owner"; "since": string };

export type ProjectMemberPage = { "result": readonly (ProjectMember)[]; "pageIndex": number; "pageSize": number; "totalCount": number; "totalPages": number };

export type ProjectMemberRole = { "role": "reader" | "contributor" | "owner" };

export type ProjectPage = { "result": readonly (Project)[]; "pageIndex": number; "pageSize": number; "totalCount": number; "totalPages": number };

export type RecoveryCodes = { "recoveryCodes": readonly (string)[] };

export type RegisteredDependency = { "id": string };

export type ResourceChanges = { "sku"?: string; "locked"?: boolean; "sections"?: { "properties"?: Readonly<Record<string, unknown>>; "advanced"?: Readonly<Record<string, unknown>> } };

export type ResourceGroup = { "id": string; "projectId": string; "name": string; "description": string; "tags": readonly (string)[]; "isProduction": boolean; "locked": boolean; "createdOn": string; "createdBy": string | null; "updatedOn": string; "lastDeploymentId": string | null };

export type ResourceGroupChanges = { "name"?: string; "description"?: string | null; "tags"?: readonly (string)[] | null; "isProduction"?: boolean; "locked"?: boolean };

export type ResourceGroupPage = { "result": readonly (ResourceGroup)[]; "pageIndex": number; "pageSize": number; "totalCount": number; "totalPages": number };

export type SecondFactors = { "totp": boolean; "passkeys": readonly (Passkey)[]; "passkeysPossible": boolean; "recoveryCodesLeft": number };

export type SecretText = { "id": string; "secretText": string };

export type ServiceAdministrator = { "userId": string; "displayName": string; "email": string; "since": string };

export type ServiceAdministratorPage = { "result": readonly (ServiceAdministrator)[]; "pageIndex": number; "pageSize": number; "totalCount": number; "totalPages": number };

export type ServiceResource = { "id": string; "name": string; "resourceType": string; "sku": string; "locked": boolean; "sections": { "properties": Readonly<Record<string, unknown>>; "advanced": Readonly<Record<string, unknown>> }; "projectId": string; "resourceGroupId": string; "updatedOn": string; "warnings"?: readonly (string)[] };

export type ServiceSummary = { "id": string; "name": string; "projectId": string; "resourceGroupId": string; "shortDescription": string; "serviceUrl": string | null; "visible": boolean; "productionService": boolean; "parentServiceId": string | null; "tags": readonly (string)[]; "locked": boolean; "updatedOn": string };

export type ServiceSummaryPage = { "result": readonly (ServiceSummary)[]; "pageIndex": number; "pageSize": number; "totalCount": number; "totalPages": number };

export type ServiceWidget = { "id": string; "name": string; "width": number; "height": number; "description": string | null; "url": string | null; "priority": number; "logoUrl": string | null; "pictogramUrl": string | null; "type": string | null; "showTitle": boolean; "supportsMobile": boolean; "sequenceNo": number; "color": string | null; "openInNewTab": boolean };

export type ServiceWidgetPage = { "result": readonly (ServiceWidget)[]; "pageIndex": number; "pageSize": number; "totalCount": number; "totalPages": number };

export type Session = { "id": string; "kind": "browser" | "application"; "current": boolean; "since": string; "until": string | null; "applications": readonly ({ "id": string; "name": string })[]; "userAgent": string | null; "ipAddress": string | null };

export type SessionPage = { "result": readonly (Session)[]; "pageIndex": number; "pageSize": number; "totalCount": number; "totalPages": number };

export type SigningKey = { "id": string; "algorithm": string; "state": "active" | "upcoming" | "retired"; "createdOn": string; "activatedOn": string | null; "retiredOn": string | null; "verifiesUntil": string | null };

export type SigningKeyPage = { "result": readonly (SigningKey)[]; "pageIndex": number; "pageSize": number; "totalCount": number; "totalPages": number };

export type SubscriptionKeys = { "primary": string; "secondary": string };

export type SubscriptionRequest = { "serviceId": string; "serviceName": string; "userId": string; "userName": string; "userEmail": string; "accessLevel": string | null; "requestedOn": string };

export type SubscriptionRequestPage = { "result": readonly (SubscriptionRequest)[]; "pageIndex": number; "pageSize": number; "totalCount": number; "totalPages": number };

export type Tenant = { "id": string; "name": string; "description": string; "secondFactorRequired": boolean; "createdOn": string; "updatedOn": string; "deactivatedOn": string | null };

export type TenantChanges = { "name"?: string; "description"?: string; "secondFactorRequired"?: boolean; "deactivated"?: boolean };

export type TenantPage = { "result": readonly (Tenant)[]; "pageIndex": number; "pageSize": number; "totalCount": number; "totalPages": number };

export type Terms = { "id": string; "serviceId": string | null; "version": number; "title": string; "content": string; "publishedOn": string };

export type TotpConfirmation = { "code": string };

export type TotpEnrolment = { "secret": string; "address": string; "qrCode": { "size": number; "path": string } };

export type TrustedIssuer = { "id": string; "name": string; "issuer": string; "audience": string; "subjectPattern": string; "tokenSeconds": number; "createdOn": string; "createdBy": string | null; "lastUsedOn": string | null };

export type TrustedIssuerPage = { "result": readonly (TrustedIssuer)[]; "pageIndex": number; "pageSize": number; "totalCount": number; "totalPages": number };

export type User = { "id": string; "tenantId": string; "email": string; "emailVerified": boolean; "phone": string | null; "phoneVerified": boolean; "firstName": string; "lastName": string; "displayName": string; "language": string | null; "countryCode": string | null; "managedAccount": boolean; "accessHubEnabled": boolean; "secondFactorRequired": boolean; "state": "activated" | "invited" | "deactivated"; "createdOn": string; "updatedOn": string; "lastSignInOn": string | null; "roles"?: readonly ("administrator" | "directoryReader")[] };

export type UserChanges = { "firstName"?: string | null; "lastName"?: string | null; "displayName"?: string | null; "countryCode"?: string | null; "language"?: string | null; "phone"?: string | null; "email"?: string; "managedAccount"?: boolean; "accessHubEnabled"?: boolean; "secondFactorRequired"?: boolean };

export type UserPage = { "result": readonly (User)[]; "pageIndex": number; "pageSize": number; "totalCount": number; "totalPages": number };

export type WidgetWords = { "name": string; "width": number; "height": number; "description"?: string | null; "url"?: string | null; "priority"?: number; "logoUrl"?: string | null; "pictogramUrl"?: string | null; "type"?: string | null; "showTitle"?: boolean; "supportsMobile"?: boolean; "sequenceNo"?: number; "color"?: string | null; "openInNewTab"?: boolean };

export interface Operations {
  /** Who is signed in, with roles and what is left to do. */
  getMe: { input: {  }; answer: Me };
  /** Changes the own profile. */
  changeMe: { input: { body: ProfileChanges }; answer: Me };
  /** Companies that the signed-in user is a member of. */
  listMyCompanies: { input: { query?: { "pageIndex"?: number; "pageSize"?: number } }; answer: MyCompanyPage };
  /** The own picture. */
  getMyPicture: { input: {  }; answer: Blob };
  /** Puts another picture in place. Its type is read from its content. */
  changeMyPicture: { input: { body: Blob }; answer: undefined };
  /** Removes the own picture. */
  removeMyPicture: { input: {  }; answer: undefined };
  /** The picture of a user of the tenant. */
  getUserPicture: { input: { params: { "userId": string } }; answer: Blob };
  /** Changes the own password. All other sessions and every token end; the session that asks goes on. */
  changeMyPassword: { input: { body: PasswordChange }; answer: undefined };
  /** Mails a code to a new e-mail address. */
  requestMyEmailChange: { input: { body: EmailChange }; answer: undefined };
  /** Puts the new e-mail address in place, by the code that was mailed there. */
  confirmMyEmailChange: { input: { body: EmailConfirmation }; answer: User };
  /** Where the signed-in user is signed in, newest first. */
  listMySessions: { input: { query?: { "pageIndex"?: number; "pageSize"?: number } }; answer: SessionPage };
  /** Ends one sign-in, with everything that was issued by it. */
  endMySession: { input: { params: { "sessionId": string } }; answer: undefined };
  /** Ends every session and token of the signed-in user, the one that asks too. */
  signOutEverywhere: { input: {  }; answer: undefined };
  /** What the signed-in user can prove besides the password. */
  getMySecondFactors: { input: {  }; answer: SecondFactors };
  /** Makes the secret of an authenticator app. It counts once a code of it has been confirmed. */
  startMyTotp: { input: { body?: OwnPassword }; answer: TotpEnrolment };
  /** Puts the authenticator app in force by its first code. Gives new recovery codes. All other sign-ins end. */
  confirmMyTotp: { input: { body: TotpConfirmation }; answer: RecoveryCodes };
  /** Takes the authenticator app away. All other sign-ins end. */
  removeMyTotp: { input: { body?: OwnPassword }; answer: undefined };
  /** Makes new recovery codes; those from before are void. */
  replaceMyRecoveryCodes: { input: { body?: OwnPassword }; answer: RecoveryCodes };
  /** What the browser needs to make a passkey; good for five minutes. */
  offerMyPasskey: { input: { body?: OwnPassword }; answer: PasskeyOffer };
  /** Keeps a passkey that the browser has made. The first factor also gives recovery codes. */
  registerMyPasskey: { input: { body: NewPasskey }; answer: RecoveryCodes };
  /** Takes a passkey away. All other sign-ins end. */
  removeMyPasskey: { input: { params: { "passkeyId": string }; body?: OwnPassword }; answer: undefined };
  /** Services that the signed-in user uses, has asked for or was refused. */
  listMySubscriptions: { input: { query?: { "pageIndex"?: number; "pageSize"?: number } }; answer: MySubscriptionPage };
  /** Services that the signed-in user may join or ask for. */
  listOpenServices: { input: { query?: { "pageIndex"?: number; "pageSize"?: number; "search"?: string } }; answer: OpenServicePage };
  /** Joins a service, or asks for it where somebody decides. Doing it twice changes nothing. */
  askForSubscription: { input: { params: { "serviceId": string } }; answer: undefined };
  /** Channels of the services that the signed-in user uses, with what is wanted of each. */
  listMyChannels: { input: { query?: { "pageIndex"?: number; "pageSize"?: number } }; answer: ChannelPreferencePage };
  /** Switches messages of a channel on or off. */
  changeMyChannel: { input: { params: { "channelId": string }; body: ChannelPreferenceChanges }; answer: undefined };
  /** Requests that the signed-in user may decide about; who waits longest comes first. */
  listSubscriptionRequests: { input: { query?: { "pageIndex"?: number; "pageSize"?: number; "serviceId"?: string } }; answer: SubscriptionRequestPage };
  /** Lets somebody who waits use the service. */
  approveSubscription: { input: { params: { "serviceId": string; "userId": string } }; answer: undefined };
  /** Refuses somebody who waits. */
  rejectSubscription: { input: { params: { "serviceId": string; "userId": string } }; answer: undefined };
  /** Projects that the caller is a member of; all of them for platform administrators. */
  listProjects: { input: { query?: { "pageIndex"?: number; "pageSize"?: number; "search"?: string; "mine"?: boolean } }; answer: ProjectPage };
  /** Makes a project, which the caller then owns. */
  createProject: { input: { headers?: { "Idempotency-Key"?: string }; body: NewProject }; answer: Project };
  /** A project, with the role of the caller in it. */
  getProject: { input: { params: { "projectId": string } }; answer: Project };
  /** Renames or describes a project. */
  changeProject: { input: { params: { "projectId": string }; body: ProjectChanges }; answer: Project };
  /** Deletes a project that holds no resources any more; its automation tokens end at once. */
  deleteProject: { input: { params: { "projectId": string } }; answer: undefined };
  /** Members of a project with their roles. */
  listProjectMembers: { input: { params: { "projectId": string }; query?: { "pageIndex"?: number; "pageSize"?: number } }; answer: ProjectMemberPage };
  /** Adds somebody of the tenant as a member, or changes the role. */
  addProjectMember: { input: { params: { "projectId": string }; body: NewProjectMember }; answer: ProjectMember };
  /** Makes somebody a member with this role, or changes the role. */
  setProjectMember: { input: { params: { "projectId": string; "userId": string }; body: ProjectMemberRole }; answer: ProjectMember };
  /** Removes a member. A project keeps at least one owner. */
  removeProjectMember: { input: { params: { "projectId": string; "userId": string } }; answer: undefined };
  /** Automation tokens of a project, newest first; never the tokens themselves. */
  listAutomationTokens: { input: { params: { "projectId": string }; query?: { "pageIndex"?: number; "pageSize"?: number } }; answer: AutomationTokenPage };
  /** Makes an automation token and shows it once. */
  issueAutomationToken: { input: { params: { "projectId": string }; headers?: { "Idempotency-Key"?: string }; body: NewAutomationToken }; answer: IssuedAutomationToken };
  /** Revokes an automation token, on every node within a second. */
  revokeAutomationToken: { input: { params: { "projectId": string; "tokenId": string } }; answer: undefined };
  /** Issuers that a project trusts. */
  listTrustedIssuers: { input: { params: { "projectId": string }; query?: { "pageIndex"?: number; "pageSize"?: number } }; answer: TrustedIssuerPage };
  /** Trusts jobs of an outside issuer. */
  addTrustedIssuer: { input: { params: { "projectId": string }; headers?: { "Idempotency-Key"?: string }; body: NewTrustedIssuer }; answer: TrustedIssuer };
  /** Trusts the issuer no more; tokens of its jobs end at once. */
  removeTrustedIssuer: { input: { params: { "projectId": string; "issuerId": string } }; answer: undefined };
  /** Resource groups of a project. */
  listResourceGroups: { input: { params: { "projectId": string }; query?: { "pageIndex"?: number; "pageSize"?: number; "search"?: string } }; answer: ResourceGroupPage };
  /** A resource group. */
  getResourceGroup: { input: { params: { "projectId": string; "groupId": string } }; answer: ResourceGroup };
  /** Changes a resource group. Of a locked one only the lock changes. */
  changeResourceGroup: { input: { params: { "projectId": string; "groupId": string }; body: ResourceGroupChanges }; answer: ResourceGroup };
  /** Deletes a resource group that holds nothing any more. */
  deleteResourceGroup: { input: { params: { "projectId": string; "groupId": string } }; answer: undefined };
  /** Services of a project. */
  listServices: { input: { params: { "projectId": string }; query?: { "pageIndex"?: number; "pageSize"?: number; "resourceGroupId"?: string; "search"?: string } }; answer: ServiceSummaryPage };
  /** A service in the words of a template. */
  getService: { input: { params: { "projectId": string; "serviceId": string } }; answer: ServiceResource };
  /** Changes a service. */
  changeService: { input: { params: { "projectId": string; "serviceId": string }; body: ResourceChanges }; answer: ServiceResource };
  /** Deletes a service that has no child services. */
  deleteService: { input: { params: { "projectId": string; "serviceId": string } }; answer: undefined };
  /** Administrators of a service. */
  listServiceAdministrators: { input: { params: { "projectId": string; "serviceId": string }; query?: { "pageIndex"?: number; "pageSize"?: number } }; answer: ServiceAdministratorPage };
  /** Makes a user of the tenant an administrator of a service. */
  addServiceAdministrator: { input: { params: { "projectId": string; "serviceId": string; "userId": string } }; answer: undefined };
  /** Takes a service out of the hands of an administrator. */
  removeServiceAdministrator: { input: { params: { "projectId": string; "serviceId": string; "userId": string } }; answer: undefined };
  /** Channels of a service: the default one, then by name. */
  listChannels: { input: { params: { "projectId": string; "serviceId": string }; query?: { "pageIndex"?: number; "pageSize"?: number } }; answer: ChannelPage };
  /** Adds a channel to a service. */
  createChannel: { input: { params: { "projectId": string; "serviceId": string }; headers?: { "Idempotency-Key"?: string }; body: ChannelWords }; answer: Channel };
  /** Gives a channel another name and description. */
  changeChannel: { input: { params: { "projectId": string; "serviceId": string; "channelId": string }; body: ChannelWords }; answer: Channel };
  /** Deletes a channel with its messages. The default channel stays. */
  deleteChannel: { input: { params: { "projectId": string; "serviceId": string; "channelId": string } }; answer: undefined };
  /** Widgets of a service, in their order. */
  listWidgets: { input: { params: { "projectId": string; "serviceId": string }; query?: { "pageIndex"?: number; "pageSize"?: number } }; answer: ServiceWidgetPage };
  /** Adds a widget to a service. */
  createWidget: { input: { params: { "projectId": string; "serviceId": string }; headers?: { "Idempotency-Key"?: string }; body: WidgetWords }; answer: ServiceWidget };
  /** Replaces a widget as a whole. */
  replaceWidget: { input: { params: { "projectId": string; "serviceId": string; "widgetId": string }; body: WidgetWords }; answer: ServiceWidget };
  /** Takes a widget away. */
  removeWidget: { input: { params: { "projectId": string; "serviceId": string; "widgetId": string } }; answer: undefined };
  /** Applications of a project. */
  listApplications: { input: { params: { "projectId": string }; query?: { "pageIndex"?: number; "pageSize"?: number; "resourceGroupId"?: string; "search"?: string } }; answer: ApplicationSummaryPage };
  /** An application in the words of a template, without its secrets and keys. */
  getApplication: { input: { params: { "projectId": string; "applicationId": string } }; answer: ApplicationResource };
  /** Changes an application. */
  changeApplication: { input: { params: { "projectId": string; "applicationId": string }; body: ResourceChanges }; answer: ApplicationResource };
  /** Deletes an application with its secrets, keys, sign-ins and tokens. */
  deleteApplication: { input: { params: { "projectId": string; "applicationId": string } }; answer: undefined };
  /** Signs nobody in any more; keys and tokens of the application end at once. */
  disableApplication: { input: { params: { "projectId": string; "applicationId": string } }; answer: undefined };
  /** Lets a disabled application work again; tokens from before stay dead. */
  enableApplication: { input: { params: { "projectId": string; "applicationId": string } }; answer: undefined };
  /** Secrets of an application, newest first; never the secrets themselves. */
  listApplicationSecrets: { input: { params: { "projectId": string; "applicationId": string }; query?: { "pageIndex"?: number; "pageSize"?: number } }; answer: ApplicationSecretPage };
  /** Makes a further secret and shows it. */
  createApplicationSecret: { input: { params: { "projectId": string; "applicationId": string }; headers?: { "Idempotency-Key"?: string }; body: NewApplicationSecret }; answer: IssuedApplicationSecret };
  /** Shows a secret again. Who looked is written down first. */
  revealApplicationSecret: { input: { params: { "projectId": string; "applicationId": string; "secretId": string } }; answer: SecretText };
  /** Revokes a secret; tokens that were had with it end at once. */
  revokeApplicationSecret: { input: { params: { "projectId": string; "applicationId": string; "secretId": string } }; answer: undefined };
  /** API products that an application subscribes to, without the keys. */
  listApiSubscriptions: { input: { params: { "projectId": string; "applicationId": string }; query?: { "pageIndex"?: number; "pageSize"?: number } }; answer: ApiSubscriptionPage };
  /** Shows both keys of a subscription. Who looked is written down first. */
  revealSubscriptionKeys: { input: { params: { "projectId": string; "applicationId": string; "subscriptionId": string } }; answer: SubscriptionKeys };
  /** Puts a new key in one of the two places and shows it; the old one ends at once. */
  regenerateSubscriptionKey: { input: { params: { "projectId": string; "applicationId": string; "subscriptionId": string; "slot": "primary" | "secondary" } }; answer: NewKey };
  /** Ends a subscription; both keys open nothing any more. */
  revokeApiSubscription: { input: { params: { "projectId": string; "applicationId": string; "subscriptionId": string } }; answer: undefined };
  /** Users of the tenant; of all tenants for platform administrators. */
  listUsers: { input: { query?: { "pageIndex"?: number; "pageSize"?: number; "search"?: string; "state"?: "activated" | "invited" | "deactivated"; "tenantId"?: string } }; answer: UserPage };
  /** Makes an account for somebody and invites them to activate it. */
  inviteUser: { input: { headers?: { "Idempotency-Key"?: string }; body: NewUser }; answer: InvitedUser };
  /** A user with the platform roles. */
  getUser: { input: { params: { "userId": string } }; answer: User };
  /** Changes profile, settings and e-mail address of a user. */
  changeUser: { input: { params: { "userId": string }; body: UserChanges }; answer: User };
  /** Deletes a user with everything that is the user's own. */
  deleteUser: { input: { params: { "userId": string } }; answer: undefined };
  /** Keeps a user out; sessions and tokens end at once. */
  deactivateUser: { input: { params: { "userId": string } }; answer: User };
  /** Lets a deactivated user in again. */
  reactivateUser: { input: { params: { "userId": string } }; answer: User };
  /** Signs a user out everywhere. */
  signUserOut: { input: { params: { "userId": string } }; answer: undefined };
  /** Invites a user who has not activated the account yet once more; links from before end. */
  inviteUserAgain: { input: { params: { "userId": string }; body?: InvitationOptions }; answer: Invitation };
  /** Mails the user a link to choose a new password. */
  resetUserPassword: { input: { params: { "userId": string } }; answer: undefined };
  /** Gives a user a platform role. */
  grantPlatformRole: { input: { params: { "userId": string; "role": "administrator" | "directoryReader" } }; answer: undefined };
  /** Takes a platform role from a user. One administrator stays. */
  withdrawPlatformRole: { input: { params: { "userId": string; "role": "administrator" | "directoryReader" } }; answer: undefined };
  /** Companies of the tenant; of all tenants for platform administrators. */
  listCompanies: { input: { query?: { "pageIndex"?: number; "pageSize"?: number; "search"?: string; "tenantId"?: string } }; answer: CompanyPage };
  /** Makes a company. */
  createCompany: { input: { headers?: { "Idempotency-Key"?: string }; body: NewCompany }; answer: Company };
  /** A company, with the numbers of its members and of those who ask to become one. */
  getCompany: { input: { params: { "companyId": string } }; answer: Company };
  /** Changes a company. */
  changeCompany: { input: { params: { "companyId": string }; body: CompanyChanges }; answer: Company };
  /** Deletes a company; its members stay users. */
  deleteCompany: { input: { params: { "companyId": string } }; answer: undefined };
  /** Members of a company, or those who ask to become one. */
  listCompanyMembers: { input: { params: { "companyId": string }; query?: { "pageIndex"?: number; "pageSize"?: number; "state"?: "requested" | "member" } }; answer: CompanyMemberPage };
  /** Makes a user of the tenant a member of the company, or changes the membership. */
  setCompanyMember: { input: { params: { "companyId": string; "userId": string }; body: CompanyMembership }; answer: undefined };
  /** Ends a membership. */
  removeCompanyMember: { input: { params: { "companyId": string; "userId": string } }; answer: undefined };
  /** Tenants of the installation. */
  listTenants: { input: { query?: { "pageIndex"?: number; "pageSize"?: number; "search"?: string } }; answer: TenantPage };
  /** Makes a tenant. */
  createTenant: { input: { headers?: { "Idempotency-Key"?: string }; body: NewTenant }; answer: Tenant };
  /** A tenant. */
  getTenant: { input: { params: { "tenantId": string } }; answer: Tenant };
  /** Changes a tenant. Nobody of a deactivated tenant gets in any more. */
  changeTenant: { input: { params: { "tenantId": string }; body: TenantChanges }; answer: Tenant };
  /** Issuers at which the people of a tenant sign in. */
  listFederations: { input: { params: { "tenantId": string }; query?: { "pageIndex"?: number; "pageSize"?: number } }; answer: FederationPage };
  /** Lets the people of a tenant sign in at an issuer. */
  createFederation: { input: { params: { "tenantId": string }; headers?: { "Idempotency-Key"?: string }; body: NewFederation }; answer: Federation };
  /** A federation; never its secret. */
  getFederation: { input: { params: { "tenantId": string; "federationId": string } }; answer: Federation };
  /** Changes a federation. */
  changeFederation: { input: { params: { "tenantId": string; "federationId": string }; body: FederationChanges }; answer: Federation };
  /** Nobody signs in there any more. The accounts stay, and sign in again with a new password. */
  deleteFederation: { input: { params: { "tenantId": string; "federationId": string } }; answer: undefined };
  /** Asks the issuer for its document and keys, and says what is in the way of a sign-in there. */
  testFederation: { input: { params: { "tenantId": string; "federationId": string } }; answer: IssuerReport };
  /** The latest terms of the platform. */
  getPlatformTerms: { input: {  }; answer: Terms };
  /** Publishes a new version of the terms of the platform, or of a service. */
  publishTerms: { input: { headers?: { "Idempotency-Key"?: string }; body: NewTerms }; answer: Terms };
  /** The audit log of the installation. */
  listAuditRecords: { input: { query?: { "pageIndex"?: number; "pageSize"?: number; "actorId"?: string; "action"?: string; "targetKind"?: string; "targetId"?: string; "supportCode"?: string; "from"?: string; "to"?: string; "tenantId"?: string; "projectId"?: string; "workspaceId"?: string } }; answer: AuditRecordPage };
  /** The audit log of a project. */
  listProjectAuditRecords: { input: { params: { "projectId": string }; query?: { "pageIndex"?: number; "pageSize"?: number; "actorId"?: string; "action"?: string; "targetKind"?: string; "targetId"?: string; "supportCode"?: string; "from"?: string; "to"?: string } }; answer: AuditRecordPage };
  /** Mails that wait, were sent or failed, newest first. */
  listMails: { input: { query?: { "pageIndex"?: number; "pageSize"?: number; "state"?: "queued" | "sent" | "failed" } }; answer: MailPage };
  /** Sends a failed mail again. */
  retryMail: { input: { params: { "mailId": string } }; answer: undefined };
  /** How many jobs wait, run and have failed. */
  getJobCounts: { input: {  }; answer: JobCounts };
  /** Jobs that will not be tried again, newest first. */
  listFailedJobs: { input: { query?: { "pageIndex"?: number; "pageSize"?: number } }; answer: FailedJobPage };
  /** Gives a failed job all its tries again. */
  retryFailedJob: { input: { params: { "jobId": string } }; answer: undefined };
  /** Forgets a failed job. */
  discardFailedJob: { input: { params: { "jobId": string } }; answer: undefined };
  /** Dependencies whose health is watched. */
  listHealthDependencies: { input: { query?: { "pageIndex"?: number; "pageSize"?: number } }; answer: HealthDependencyPage };
  /** Watches a dependency from now on; one of the same name is replaced. */
  registerHealthDependency: { input: { body: NewHealthDependency }; answer: RegisteredDependency };
  /** Watches a dependency no more. */
  removeHealthDependency: { input: { params: { "dependencyId": string } }; answer: undefined };
  /** Keys that sign tokens, will sign them, or still verify them. */
  listSigningKeys: { input: { query?: { "pageIndex"?: number; "pageSize"?: number } }; answer: SigningKeyPage };
  /** Makes new keys sign from now on. Clients that have cached the published keys must read them again. */
  rotateSigningKeys: { input: { body?: KeyRotation }; answer: undefined };
}

export const operations = {
  getMe: { method: 'GET', path: "/portal/v1/me", query: [], headers: [] },
  changeMe: { method: 'PATCH', path: "/portal/v1/me", query: [], headers: [] },
  listMyCompanies: { method: 'GET', path: "/portal/v1/me/companies", query: ["pageIndex","pageSize"], headers: [] },
  getMyPicture: { method: 'GET', path: "/portal/v1/me/picture", query: [], headers: [] },
  changeMyPicture: { method: 'PUT', path: "/portal/v1/me/picture", query: [], headers: [] },
  removeMyPicture: { method: 'DELETE', path: "/portal/v1/me/picture", query: [], headers: [] },
  getUserPicture: { method: 'GET', path: "/portal/v1/users/{userId}/picture", query: [], headers: [] },
  changeMyPassword: { method: 'POST', path: "/portal/v1/me/password", query: [], headers: [] },
  requestMyEmailChange: { method: 'POST', path: "/portal/v1/me/email-change", query: [], headers: [] },
  confirmMyEmailChange: { method: 'POST', path: "/portal/v1/me/email-change/confirm", query: [], headers: [] },
  listMySessions: { method: 'GET', path: "/portal/v1/me/sessions", query: ["pageIndex","pageSize"], headers: [] },
  endMySession: { method: 'DELETE', path: "/portal/v1/me/sessions/{sessionId}", query: [], headers: [] },
  signOutEverywhere: { method: 'POST', path: "/portal/v1/me/sign-out-everywhere", query: [], headers: [] },
  getMySecondFactors: { method: 'GET', path: "/portal/v1/me/second-factors", query: [], headers: [] },
  startMyTotp: { method: 'POST', path: "/portal/v1/me/second-factors/totp", query: [], headers: [] },
  confirmMyTotp: { method: 'POST', path: "/portal/v1/me/second-factors/totp/confirm", query: [], headers: [] },
  removeMyTotp: { method: 'POST', path: "/portal/v1/me/second-factors/totp/remove", query: [], headers: [] },
  replaceMyRecoveryCodes: { method: 'POST', path: "/portal/v1/me/second-factors/recovery-codes", query: [], headers: [] },
  offerMyPasskey: { method: 'POST', path: "/portal/v1/me/second-factors/passkeys/offer", query: [], headers: [] },
  registerMyPasskey: { method: 'POST', path: "/portal/v1/me/second-factors/passkeys", query: [], headers: [] },
  removeMyPasskey: { method: 'POST', path: "/portal/v1/me/second-factors/passkeys/{passkeyId}/remove", query: [], headers: [] },
  listMySubscriptions: { method: 'GET', path: "/portal/v1/me/subscriptions", query: ["pageIndex","pageSize"], headers: [] },
  listOpenServices: { method: 'GET', path: "/portal/v1/me/open-services", query: ["pageIndex","pageSize","search"], headers: [] },
  askForSubscription: { method: 'PUT', path: "/portal/v1/me/subscriptions/{serviceId}", query: [], headers: [] },
  listMyChannels: { method: 'GET', path: "/portal/v1/me/channels", query: ["pageIndex","pageSize"], headers: [] },
  changeMyChannel: { method: 'PATCH', path: "/portal/v1/me/channels/{channelId}", query: [], headers: [] },
  listSubscriptionRequests: { method: 'GET', path: "/portal/v1/subscription-requests", query: ["pageIndex","pageSize","serviceId"], headers: [] },
  approveSubscription: { method: 'POST', path: "/portal/v1/services/{serviceId}/subscription-requests/{userId}/approve", query: [], headers: [] },
  rejectSubscription: { method: 'POST', path: "/portal/v1/services/{serviceId}/subscription-requests/{userId}/reject", query: [], headers: [] },
  listProjects: { method: 'GET', path: "/portal/v1/projects", query: ["pageIndex","pageSize","search","mine"], headers: [] },
  createProject: { method: 'POST', path: "/portal/v1/projects", query: [], headers: ["Idempotency-Key"] },
  getProject: { method: 'GET', path: "/portal/v1/projects/{projectId}", query: [], headers: [] },
  changeProject: { method: 'PATCH', path: "/portal/v1/projects/{projectId}", query: [], headers: [] },
  deleteProject: { method: 'DELETE', path: "/portal/v1/projects/{projectId}", query: [], headers: [] },
  listProjectMembers: { method: 'GET', path: "/portal/v1/projects/{projectId}/members", query: ["pageIndex","pageSize"], headers: [] },
  addProjectMember: { method: 'POST', path: "/portal/v1/projects/{projectId}/members", query: [], headers: [] },
  setProjectMember: { method: 'PUT', path: "/portal/v1/projects/{projectId}/members/{userId}", query: [], headers: [] },
  removeProjectMember: { method: 'DELETE', path: "/portal/v1/projects/{projectId}/members/{userId}", query: [], headers: [] },
  listAutomationTokens: { method: 'GET', path: "/portal/v1/projects/{projectId}/automation-tokens", query: ["pageIndex","pageSize"], headers: [] },
  issueAutomationToken: { method: 'POST', path: "/portal/v1/projects/{projectId}/automation-tokens", query: [], headers: ["Idempotency-Key"] },
  revokeAutomationToken: { method: 'DELETE', path: "/portal/v1/projects/{projectId}/automation-tokens/{tokenId}", query: [], headers: [] },
  listTrustedIssuers: { method: 'GET', path: "/portal/v1/projects/{projectId}/trusted-issuers", query: ["pageIndex","pageSize"], headers: [] },
  addTrustedIssuer: { method: 'POST', path: "/portal/v1/projects/{projectId}/trusted-issuers", query: [], headers: ["Idempotency-Key"] },
  removeTrustedIssuer: { method: 'DELETE', path: "/portal/v1/projects/{projectId}/trusted-issuers/{issuerId}", query: [], headers: [] },
  listResourceGroups: { method: 'GET', path: "/portal/v1/projects/{projectId}/resource-groups", query: ["pageIndex","pageSize","search"], headers: [] },
  getResourceGroup: { method: 'GET', path: "/portal/v1/projects/{projectId}/resource-groups/{groupId}", query: [], headers: [] },
  changeResourceGroup: { method: 'PATCH', path: "/portal/v1/projects/{projectId}/resource-groups/{groupId}", query: [], headers: [] },
  deleteResourceGroup: { method: 'DELETE', path: "/portal/v1/projects/{projectId}/resource-groups/{groupId}", query: [], headers: [] },
  listServices: { method: 'GET', path: "/portal/v1/projects/{projectId}/services", query: ["pageIndex","pageSize","resourceGroupId","search"], headers: [] },
  getService: { method: 'GET', path: "/portal/v1/projects/{projectId}/services/{serviceId}", query: [], headers: [] },
  changeService: { method: 'PATCH', path: "/portal/v1/projects/{projectId}/services/{serviceId}", query: [], headers: [] },
  deleteService: { method: 'DELETE', path: "/portal/v1/projects/{projectId}/services/{serviceId}", query: [], headers: [] },
  listServiceAdministrators: { method: 'GET', path: "/portal/v1/projects/{projectId}/services/{serviceId}/administrators", query: ["pageIndex","pageSize"], headers: [] },
  addServiceAdministrator: { method: 'PUT', path: "/portal/v1/projects/{projectId}/services/{serviceId}/administrators/{userId}", query: [], headers: [] },
  removeServiceAdministrator: { method: 'DELETE', path: "/portal/v1/projects/{projectId}/services/{serviceId}/administrators/{userId}", query: [], headers: [] },
  listChannels: { method: 'GET', path: "/portal/v1/projects/{projectId}/services/{serviceId}/channels", query: ["pageIndex","pageSize"], headers: [] },
  createChannel: { method: 'POST', path: "/portal/v1/projects/{projectId}/services/{serviceId}/channels", query: [], headers: ["Idempotency-Key"] },
  changeChannel: { method: 'PUT', path: "/portal/v1/projects/{projectId}/services/{serviceId}/channels/{channelId}", query: [], headers: [] },
  deleteChannel: { method: 'DELETE', path: "/portal/v1/projects/{projectId}/services/{serviceId}/channels/{channelId}", query: [], headers: [] },
  listWidgets: { method: 'GET', path: "/portal/v1/projects/{projectId}/services/{serviceId}/widgets", query: ["pageIndex","pageSize"], headers: [] },
  createWidget: { method: 'POST', path: "/portal/v1/projects/{projectId}/services/{serviceId}/widgets", query: [], headers: ["Idempotency-Key"] },
  replaceWidget: { method: 'PUT', path: "/portal/v1/projects/{projectId}/services/{serviceId}/widgets/{widgetId}", query: [], headers: [] },
  removeWidget: { method: 'DELETE', path: "/portal/v1/projects/{projectId}/services/{serviceId}/widgets/{widgetId}", query: [], headers: [] },
  listApplications: { method: 'GET', path: "/portal/v1/projects/{projectId}/applications", query: ["pageIndex","pageSize","resourceGroupId","search"], headers: [] },
  getApplication: { method: 'GET', path: "/portal/v1/projects/{projectId}/applications/{applicationId}", query: [], headers: [] },
  changeApplication: { method: 'PATCH', path: "/portal/v1/projects/{projectId}/applications/{applicationId}", query: [], headers: [] },
  deleteApplication: { method: 'DELETE', path: "/portal/v1/projects/{projectId}/applications/{applicationId}", query: [], headers: [] },
  disableApplication: { method: 'POST', path: "/portal/v1/projects/{projectId}/applications/{applicationId}/disable", query: [], headers: [] },
  enableApplication: { method: 'POST', path: "/portal/v1/projects/{projectId}/applications/{applicationId}/enable", query: [], headers: [] },
  listApplicationSecrets: { method: 'GET', path: "/portal/v1/projects/{projectId}/applications/{applicationId}/secrets", query: ["pageIndex","pageSize"], headers: [] },
  createApplicationSecret: { method: 'POST', path: "/portal/v1/projects/{projectId}/applications/{applicationId}/secrets", query: [], headers: ["Idempotency-Key"] },
  revealApplicationSecret: { method: 'POST', path: "/portal/v1/projects/{projectId}/applications/{applicationId}/secrets/{secretId}/reveal", query: [], headers: [] },
  revokeApplicationSecret: { method: 'DELETE', path: "/portal/v1/projects/{projectId}/applications/{applicationId}/secrets/{secretId}", query: [], headers: [] },
  listApiSubscriptions: { method: 'GET', path: "/portal/v1/projects/{projectId}/applications/{applicationId}/subscriptions", query: ["pageIndex","pageSize"], headers: [] },
  revealSubscriptionKeys: { method: 'POST', path: "/portal/v1/projects/{projectId}/applications/{applicationId}/subscriptions/{subscriptionId}/reveal", query: [], headers: [] },
  regenerateSubscriptionKey: { method: 'POST', path: "/portal/v1/projects/{projectId}/applications/{applicationId}/subscriptions/{subscriptionId}/keys/{slot}/regenerate", query: [], headers: [] },
  revokeApiSubscription: { method: 'DELETE', path: "/portal/v1/projects/{projectId}/applications/{applicationId}/subscriptions/{subscriptionId}", query: [], headers: [] },
  listUsers: { method: 'GET', path: "/portal/v1/users", query: ["pageIndex","pageSize","search","state","tenantId"], headers: [] },
  inviteUser: { method: 'POST', path: "/portal/v1/users", query: [], headers: ["Idempotency-Key"] },
  getUser: { method: 'GET', path: "/portal/v1/users/{userId}", query: [], headers: [] },
  changeUser: { method: 'PATCH', path: "/portal/v1/users/{userId}", query: [], headers: [] },
  deleteUser: { method: 'DELETE', path: "/portal/v1/users/{userId}", query: [], headers: [] },
  deactivateUser: { method: 'POST', path: "/portal/v1/users/{userId}/deactivate", query: [], headers: [] },
  reactivateUser: { method: 'POST', path: "/portal/v1/users/{userId}/reactivate", query: [], headers: [] },
  signUserOut: { method: 'POST', path: "/portal/v1/users/{userId}/sign-out", query: [], headers: [] },
  inviteUserAgain: { method: 'POST', path: "/portal/v1/users/{userId}/invite", query: [], headers: [] },
  resetUserPassword: { method: 'POST', path: "/portal/v1/users/{userId}/reset-password", query: [], headers: [] },
  grantPlatformRole: { method: 'PUT', path: "/portal/v1/users/{userId}/roles/{role}", query: [], headers: [] },
  withdrawPlatformRole: { method: 'DELETE', path: "/portal/v1/users/{userId}/roles/{role}", query: [], headers: [] },
  listCompanies: { method: 'GET', path: "/portal/v1/companies", query: ["pageIndex","pageSize","search","tenantId"], headers: [] },
  createCompany: { method: 'POST', path: "/portal/v1/companies", query: [], headers: ["Idempotency-Key"] },
  getCompany: { method: 'GET', path: "/portal/v1/companies/{companyId}", query: [], headers: [] },
  changeCompany: { method: 'PATCH', path: "/portal/v1/companies/{companyId}", query: [], headers: [] },
  deleteCompany: { method: 'DELETE', path: "/portal/v1/companies/{companyId}", query: [], headers: [] },
  listCompanyMembers: { method: 'GET', path: "/portal/v1/companies/{companyId}/members", query: ["pageIndex","pageSize","state"], headers: [] },
  setCompanyMember: { method: 'PUT', path: "/portal/v1/companies/{companyId}/members/{userId}", query: [], headers: [] },
  removeCompanyMember: { method: 'DELETE', path: "/portal/v1/companies/{companyId}/members/{userId}", query: [], headers: [] },
  listTenants: { method: 'GET', path: "/portal/v1/tenants", query: ["pageIndex","pageSize","search"], headers: [] },
  createTenant: { method: 'POST', path: "/portal/v1/tenants", query: [], headers: ["Idempotency-Key"] },
  getTenant: { method: 'GET', path: "/portal/v1/tenants/{tenantId}", query: [], headers: [] },
  changeTenant: { method: 'PATCH', path: "/portal/v1/tenants/{tenantId}", query: [], headers: [] },
  listFederations: { method: 'GET', path: "/portal/v1/tenants/{tenantId}/federations", query: ["pageIndex","pageSize"], headers: [] },
  createFederation: { method: 'POST', path: "/portal/v1/tenants/{tenantId}/federations", query: [], headers: ["Idempotency-Key"] },
  getFederation: { method: 'GET', path: "/portal/v1/tenants/{tenantId}/federations/{federationId}", query: [], headers: [] },
  changeFederation: { method: 'PATCH', path: "/portal/v1/tenants/{tenantId}/federations/{federationId}", query: [], headers: [] },
  deleteFederation: { method: 'DELETE', path: "/portal/v1/tenants/{tenantId}/federations/{federationId}", query: [], headers: [] },
  testFederation: { method: 'POST', path: "/portal/v1/tenants/{tenantId}/federations/{federationId}/test", query: [], headers: [] },
  getPlatformTerms: { method: 'GET', path: "/portal/v1/terms", query: [], headers: [] },
  publishTerms: { method: 'POST', path: "/portal/v1/terms", query: [], headers: ["Idempotency-Key"] },
  listAuditRecords: { method: 'GET', path: "/portal/v1/audit", query: ["pageIndex","pageSize","actorId","action","targetKind","targetId","supportCode","from","to","tenantId","projectId","workspaceId"], headers: [] },
  listProjectAuditRecords: { method: 'GET', path: "/portal/v1/projects/{projectId}/audit", query: ["pageIndex","pageSize","actorId","action","targetKind","targetId","supportCode","from","to"], headers: [] },
  listMails: { method: 'GET', path: "/portal/v1/mails", query: ["pageIndex","pageSize","state"], headers: [] },
  retryMail: { method: 'POST', path: "/portal/v1/mails/{mailId}/retry", query: [], headers: [] },
  getJobCounts: { method: 'GET', path: "/portal/v1/jobs", query: [], headers: [] },
  listFailedJobs: { method: 'GET', path: "/portal/v1/jobs/failed", query: ["pageIndex","pageSize"], headers: [] },
  retryFailedJob: { method: 'POST', path: "/portal/v1/jobs/failed/{jobId}/retry", query: [], headers: [] },
  discardFailedJob: { method: 'DELETE', path: "/portal/v1/jobs/failed/{jobId}", query: [], headers: [] },
  listHealthDependencies: { method: 'GET', path: "/portal/v1/health-dependencies", query: ["pageIndex","pageSize"], headers: [] },
  registerHealthDependency: { method: 'PUT', path: "/portal/v1/health-dependencies", query: [], headers: [] },
  removeHealthDependency: { method: 'DELETE', path: "/portal/v1/health-dependencies/{dependencyId}", query: [], headers: [] },
  listSigningKeys: { method: 'GET', path: "/portal/v1/signing-keys", query: ["pageIndex","pageSize"], headers: [] },
  rotateSigningKeys: { method: 'POST', path: "/portal/v1/signing-keys/rotate", query: [], headers: [] },
} as const;
