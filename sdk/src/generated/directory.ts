// Made by `npm run generate` from the OpenAPI document. Do not edit.

export type AcceptPlatformTermsRequest = { "acceptPlatformTerms": boolean; "acceptServiceTerms": boolean; "serviceId"?: string | null };

export type ActivationRequest = { "password"?: string | null; "passwordRepeat"?: string | null; "userId"?: string | null; "userDetails"?: UserInfoUpdate | null; "email"?: string | null; "acceptPlatformTerms": boolean; "acceptServiceTerms": boolean; "serviceId"?: string | null };

export type AdminInfo = { "roles"?: readonly (RoleReference)[] | null; "identity"?: string | null; "servicesUrl"?: string | null; "companiesUrl"?: string | null; "name"?: string | null; "email"?: string | null; "id"?: string | null; "#companies": number; "verifiedEmail": boolean; "language"?: string | null; "phone"?: string | null; "verifiedPhone": boolean; "firstName"?: string | null; "lastName"?: string | null; "countryCode"?: string | null; "managedAccount": boolean; "activated": boolean; "accessHubEnabled": boolean };

export type AdminReference = { "accessLevelUrl"?: string | null; "serviceId"?: string | null; "identity"?: string | null; "email"?: string | null; "activated": boolean; "tenantId"?: string | null; "name"?: string | null; "id"?: string | null };

export type AuthError = { "Message"?: string | null };

export type ChangeAddressRequest = { "oldAddress"?: string | null; "newAddress"?: string | null };

export type ChangePasswordRequest = { "oldPassword"?: string | null; "newPassword"?: string | null; "newPasswordRepeat"?: string | null };

export type CompanyInfo = { "name"?: string | null; "url"?: string | null; "usersUrl"?: string | null; "addressLines"?: readonly (string)[] | null; "id"?: string | null; "city"?: string | null; "country"?: string | null; "customerId"?: string | null; "countryCode"?: string | null; "zipCode"?: string | null; "#employee": number; "domains"?: string | null; "email"?: string | null; "#requests": number; "internalId"?: string | null; "vat"?: string | null };

export type CompanyReference = { "identity"?: string | null; "tenantType"?: string | null; "name"?: string | null; "id"?: string | null; "description"?: string | null };

export type ConfirmationRequest = { "activationCode"?: string | null; "address"?: string | null };

export type DependencyState = { "componentId"?: string | null; "componentType"?: string | null; "observedValue"?: unknown; "observedUnit"?: string | null; "status": "pass" | "warn" | "fail"; "affectedEndpoints"?: readonly (string)[] | null; "time"?: string | null; "output"?: string | null; "weight": number; "critical": boolean };

export type ErrorDetail = { "message"?: string | null; "information"?: string | null; "subCode": number; "supportCode"?: string | null };

export type HealthStatus = { "status": "pass" | "warn" | "fail"; "checks"?: readonly (DependencyState)[] | null; "serviceId"?: string | null; "releaseId"?: string | null; "version"?: string | null; "description"?: string | null; "notes"?: readonly (string)[] | null; "output"?: string | null; "message"?: string | null; "information"?: string | null; "subCode": number; "supportCode"?: string | null };

export type ItemReference = { "name"?: string | null; "id"?: string | null; "description"?: string | null; "identity"?: string | null };

export type Message = { "name"?: string | null; "content"?: string | null; "id"?: string | null; "timeStamp"?: string | null; "channelId"?: string | null; "type": number };

export type MessageReference = { "identity"?: string | null; "deliverTime": string; "from"?: string | null; "important": boolean; "name"?: string | null; "id"?: string | null; "description"?: string | null };

export type MyServiceReference = { "serviceUrl"?: string | null; "identity"?: string | null; "ProductionService": boolean; "name"?: string | null; "id"?: string | null; "description"?: string | null };

export type MyUserInfo = { "profilePageUrl"?: string | null; "messagesUrl"?: string | null; "identity"?: string | null; "servicesUrl"?: string | null; "companiesUrl"?: string | null; "name"?: string | null; "email"?: string | null; "id"?: string | null; "#companies": number; "verifiedEmail": boolean; "language"?: string | null; "phone"?: string | null; "verifiedPhone": boolean; "firstName"?: string | null; "lastName"?: string | null; "countryCode"?: string | null; "managedAccount": boolean; "activated": boolean; "accessHubEnabled": boolean };

export type NotificationMessage = { "message"?: Message | null; "recipients"?: readonly (string)[] | null; "HighPriority": boolean };

export type ProfilePicture = { "Image"?: string | null; "MimeType"?: string | null };

export type RegistrationOptions = { "sendMail"?: boolean | null; "createSubscription"?: boolean | null; "serviceId"?: string | null; "role"?: string | null; "subscriptions"?: readonly (SubscriptionRequest)[] | null; "returnUrl"?: string | null; "contactEmail"?: string | null; "contactName"?: string | null; "activationType"?: "emailLink" | "otp" | null; "userCreationOptions"?: "all" | "onlyInvited" | "onlyNew" | null; "inviteMessage"?: string | null };

export type RoleReference = { "identity"?: string | null; "type"?: string | null; "name"?: string | null; "id"?: string | null };

export type ServiceInfo = { "name"?: string | null; "shortDescription"?: string | null; "description"?: string | null; "apiAudience"?: string | null; "category"?: string | null; "public": boolean; "tenantId"?: string | null; "PricingTier"?: string | null; "id"?: string | null; "inherited": boolean; "selfSubscribe": boolean; "serviceOwner"?: string | null; "termsOfUse"?: string | null; "lastUpdated"?: string | null; "parentUrl"?: string | null; "parentId"?: string | null; "childrenUrl"?: string | null; "servicerUrl"?: string | null };

export type ServiceReference = { "identity"?: string | null; "ProductionService": boolean; "name"?: string | null; "id"?: string | null; "description"?: string | null };

export type Status = Readonly<Record<string, string>>;

export type SubscriptionDetails = { "service"?: ServiceReference | null; "user"?: UserReference | null; "role"?: RoleReference | null; "subscriptionState"?: SubscriptionState | null; "tenantId"?: string | null; "pricingTier"?: string | null };

export type SubscriptionOptions = { "role"?: string | null; "overrideNotificationSettings"?: "send" | "suppress" | "none" | null };

export type SubscriptionReference = { "state"?: string | null; "role"?: string | null; "identity"?: string | null; "email"?: string | null; "activated": boolean; "tenantId"?: string | null; "name"?: string | null; "id"?: string | null };

export type SubscriptionRequest = { "serviceId": string; "role"?: string | null; "sku"?: string | null; "overrideNotificationSettings"?: "send" | "suppress" | "none" | null };

export type SubscriptionState = { "state"?: "subscribing" | "pending" | "rejected" | "notSubscribing" | "null" | "error" | null };

export type TokenWrapper = { "expiry": number; "issued": number; "authToken"?: string | null; "issuedBy"?: string | null };

export type UserCreationReference = { "confirmationUrl"?: string | null; "identity"?: string | null; "email"?: string | null; "activated": boolean; "tenantId"?: string | null; "name"?: string | null; "id"?: string | null };

export type UserInfo = { "identity"?: string | null; "servicesUrl"?: string | null; "companiesUrl"?: string | null; "name"?: string | null; "email"?: string | null; "id"?: string | null; "#companies": number; "verifiedEmail": boolean; "language"?: string | null; "phone"?: string | null; "verifiedPhone": boolean; "firstName"?: string | null; "lastName"?: string | null; "countryCode"?: string | null; "managedAccount": boolean; "activated": boolean; "accessHubEnabled": boolean };

export type UserInfoUpdate = { "firstName"?: string | null; "lastName"?: string | null; "displayName"?: string | null; "countryCode"?: string | null };

export type UserReference = { "identity"?: string | null; "email"?: string | null; "activated": boolean; "tenantId"?: string | null; "name"?: string | null; "id"?: string | null };

export type UserReferences = { "UserCompanies"?: readonly (CompanyReference)[] | null; "AdminForCompanies"?: readonly (string)[] | null; "Services"?: readonly (ServiceReference)[] | null; "Subscriptions"?: readonly (SubscriptionDetails)[] | null };

export type UserRegistration = { "firstName"?: string | null; "lastName"?: string | null; "email"?: string | null; "phone"?: string | null; "countryCode"?: string | null; "options"?: RegistrationOptions | null };

export type ValidationError = { "url"?: string | null; "violatedPolicies"?: readonly (string)[] | null; "SubscriptionMissing"?: boolean; "message"?: string | null; "information"?: string | null; "subCode": number; "supportCode"?: string | null };

export type Widget = { "id": string; "url"?: string | null; "name"?: string | null; "width": number; "height": number; "priority": number; "description"?: string | null; "logoUrl"?: string | null; "pictogramUrl"?: string | null; "type"?: string | null; "showTitle": boolean; "supportsMobile": boolean; "serviceId": string; "sequenceNo": number; "color"?: string | null; "openInNewTab": boolean };

export interface Operations {
  /** Profile of the signed-in user */
  getMyProfile: { input: {  }; answer: MyUserInfo };
  /** Profile picture of the signed-in user */
  getMyPicture: { input: {  }; answer: ProfilePicture };
  /** Number of unread messages */
  countMyMessages: { input: {  }; answer: number };
  /** Messages, the newest first */
  getMyMessages: { input: { query: { "all": boolean; "page"?: number; "pageSize"?: number }; headers?: { "importantOnly"?: boolean } }; answer: readonly (MessageReference)[] };
  /** Mark all unread messages as read */
  markMyMessagesRead: { input: { headers?: { "importantOnly"?: boolean } }; answer: undefined };
  /** One message with its content */
  getMyMessage: { input: { params: { "id": string } }; answer: Message };
  /** Mark one message as read */
  markMyMessageRead: { input: { params: { "id": string } }; answer: undefined };
  /** Companies of the signed-in user */
  getMyCompanies: { input: {  }; answer: readonly (CompanyReference)[] };
  /** Services that the signed-in user subscribes to */
  getMyServices: { input: { headers?: { "tenantId"?: string } }; answer: readonly (MyServiceReference)[] };
  /** Widgets of the services that the signed-in user subscribes to */
  getMyWidgets: { input: { headers?: { "tenantId"?: string } }; answer: readonly (Widget)[] };
  /** Check the policies of the signed-in user for a service */
  validateMyServicePolicies: { input: { params: { "serviceId": string }; headers?: { "returnUrl"?: string; "skipSubscriptionCheck"?: boolean } }; answer: undefined };
  /** Check the policies of the signed-in user for the platform */
  validateMyPolicies: { input: { headers?: { "returnUrl"?: string } }; answer: undefined };
  /** Services that the calling application works for */
  getServices: { input: { query: { "page": number; "pageSize": number } }; answer: readonly (ServiceReference)[] };
  /** Subscribers of the application's service */
  getSubscribers: { input: { query: { "page": number; "pageSize": number }; headers?: { "tenantId"?: string } }; answer: readonly (UserReference)[] };
  /** Whether a user subscribes to the application's service, and with which access level */
  getSubscriber: { input: { params: { "userId": string }; headers?: { "tenantId"?: string } }; answer: SubscriptionReference };
  /** Add a user to the application's service, or change the access level */
  putSubscriber: { input: { params: { "userId": string }; headers?: { "tenantId"?: string }; body?: SubscriptionOptions }; answer: undefined };
  /** Remove a user from the application's service */
  deleteSubscriber: { input: { params: { "userId": string }; headers?: { "tenantId"?: string } }; answer: undefined };
  /** Subscribers of a service */
  getServiceSubscribers: { input: { params: { "serviceId": string }; query: { "page": number; "pageSize": number }; headers?: { "tenantId"?: string } }; answer: readonly (UserReference)[] };
  /** Whether a user subscribes to a service, and with which access level */
  getServiceSubscriber: { input: { params: { "serviceId": string; "userId": string }; headers?: { "tenantId"?: string } }; answer: SubscriptionReference };
  /** Add a user to a service, or change the access level */
  putServiceSubscriber: { input: { params: { "serviceId": string; "userId": string }; headers?: { "tenantId"?: string }; body?: SubscriptionOptions }; answer: undefined };
  /** Remove a user from a service */
  deleteServiceSubscriber: { input: { params: { "serviceId": string; "userId": string }; headers?: { "tenantId"?: string; "suppressNotification"?: boolean } }; answer: undefined };
  /** Profile picture of a subscriber */
  getServiceSubscriberPicture: { input: { params: { "serviceId": string; "userId": string }; headers?: { "tenantId"?: string } }; answer: ProfilePicture };
  /** Accounts of an e-mail address */
  resolveUser: { input: { params: { "email": string } }; answer: readonly (UserReference)[] };
  /** Create a user, invite and subscribe the person */
  createUser: { input: { headers?: { "tenantId"?: string; "Idempotency-Key"?: string }; body: UserRegistration }; answer: UserCreationReference };
  /** Create many users: all of them or, when one is wrong, none */
  createUsers: { input: { headers?: { "tenantId"?: string; "Idempotency-Key"?: string }; body: readonly (UserRegistration)[] }; answer: readonly (UserCreationReference)[] };
  /** Administrators of the services of the calling application */
  getAdministrators: { input: { query?: { "page"?: number; "pageSize"?: number } }; answer: readonly (AdminReference)[] };
  /** Administrators of a service */
  getServiceAdministrators: { input: { params: { "serviceId": string }; query?: { "page"?: number; "pageSize"?: number } }; answer: readonly (AdminReference)[] };
  /** One administrator of a service */
  getServiceAdministrator: { input: { params: { "serviceId": string; "userId": string } }; answer: AdminInfo };
  /** Send a notification to subscribers of a service */
  sendNotification: { input: { params: { "serviceId": string }; headers?: { "channelId"?: string; "Idempotency-Key"?: string }; body: NotificationMessage }; answer: undefined };
  /** Check the policies of a user for a service */
  validateSubscriberPolicies: { input: { params: { "serviceId": string; "userId": string }; headers?: { "returnUrl"?: string; "skipSubscriptionCheck"?: boolean } }; answer: undefined };
  /** Health of the platform and of its dependencies */
  getHealthStatus: { input: {  }; answer: HealthStatus };
  /** A company */
  getDirectoryCompany: { input: { params: { "id": string }; headers?: { "tenantId"?: string } }; answer: CompanyInfo };
  /** Users of a company */
  getDirectoryCompanyUsers: { input: { params: { "id": string }; query: { "page": number; "pageSize": number }; headers?: { "tenantId"?: string } }; answer: readonly (UserReference)[] };
  /** A service */
  getDirectoryService: { input: { params: { "id": string }; headers?: { "tenantId"?: string } }; answer: ServiceInfo };
  /** Services below a service */
  getDirectoryServiceChildren: { input: { params: { "id": string }; headers?: { "tenantId"?: string } }; answer: readonly (ServiceReference)[] };
  /** Users of a service */
  getDirectoryServiceUsers: { input: { params: { "id": string }; query?: { "page"?: number; "pageSize"?: number }; headers?: { "tenantId"?: string } }; answer: readonly (UserReference)[] };
  /** Subscriptions to a service */
  getDirectoryServiceSubscribers: { input: { params: { "id": string }; query?: { "filter"?: string; "pageNo"?: number }; headers?: { "tenantId"?: string } }; answer: readonly (SubscriptionDetails)[] };
  /** Whether a user administers a service */
  getDirectoryServiceAdministrator: { input: { params: { "serviceId": string; "userId": string }; headers?: { "tenantId"?: string } }; answer: boolean };
  /** Data containers of a service */
  getDataContainers: { input: { params: { "serviceId": string }; headers?: { "tenantId"?: string } }; answer: readonly (ItemReference)[] };
  /** Add or rename a data container */
  putDataContainer: { input: { params: { "serviceId": string; "id": string }; query: { "name": string }; headers?: { "tenantId"?: string } }; answer: ItemReference };
  /** Remove a data container */
  deleteDataContainer: { input: { params: { "serviceId": string; "id": string }; headers?: { "tenantId"?: string } }; answer: undefined };
  /** Users by their ids */
  getDirectoryUsers: { input: { headers?: { "tenantId"?: string }; body: readonly (string)[] }; answer: readonly (UserInfo)[] };
  /** Users by their e-mail address */
  getDirectoryUsersByEmail: { input: { query: { "email": string }; headers?: { "tenantId"?: string } }; answer: readonly (UserReference)[] };
  /** A user */
  getDirectoryUser: { input: { params: { "userid": string }; headers?: { "tenantId"?: string } }; answer: UserInfo };
  /** Delete a user with everything that is its own */
  deleteDirectoryUser: { input: { params: { "userid": string }; headers?: { "tenantId"?: string } }; answer: undefined };
  /** Companies of a user */
  getDirectoryUserCompanies: { input: { params: { "userid": string }; headers?: { "tenantId"?: string } }; answer: readonly (CompanyReference)[] };
  /** Services that a user subscribes to */
  getDirectoryUserServices: { input: { params: { "userid": string }; query: { "page": number; "pageSize": number }; headers?: { "tenantId"?: string } }; answer: readonly (ServiceReference)[] };
  /** The subscription of a user to a service */
  getDirectoryUserSubscription: { input: { params: { "userid": string; "serviceId": string }; headers?: { "tenantId"?: string } }; answer: SubscriptionDetails };
  /** Change the e-mail address of a user */
  changeDirectoryUserEmail: { input: { params: { "userId": string }; headers?: { "tenantId"?: string }; body: ChangeAddressRequest }; answer: undefined };
  /** Read everything of a user anew */
  resyncDirectoryUser: { input: { params: { "userId": string }; headers?: { "tenantId"?: string } }; answer: UserReferences };
  /** Change the own profile */
  editMe: { input: { body: UserInfoUpdate }; answer: undefined };
  /** Change the own password */
  changeMyPassword: { input: { body: ChangePasswordRequest }; answer: undefined };
  /** Ask for another e-mail address or phone number */
  changeMyAddress: { input: { params: { "type": "email" | "phone" }; body: ChangeAddressRequest }; answer: undefined };
  /** Prove the new e-mail address or phone number by its code */
  verifyMyAddress: { input: { params: { "type": "email" | "phone" }; body: ConfirmationRequest }; answer: undefined };
  /** Accept terms of use */
  acceptMyTerms: { input: { body: AcceptPlatformTermsRequest }; answer: undefined };
  /** Turn the code of an invitation into an activation token */
  exchangeActivationCode: { input: { headers?: { "otpAuthCode"?: string; "emailAddress"?: string } }; answer: TokenWrapper };
  /** The account that an activation token is for */
  getPendingActivation: { input: { headers?: { "authToken"?: string; "emailAddress"?: string } }; answer: UserInfo };
  /** Take the account: password, profile and terms at once */
  activateMe: { input: { headers?: { "authToken"?: string }; body: ActivationRequest }; answer: undefined };
  /** State of the parts of the platform */
  getStatus: { input: {  }; answer: Status };
  /** Forget what is remembered of an id, on every node */
  invalidateCache: { input: { params: { "id": string } }; answer: undefined };
}

export const operations = {
  getMyProfile: { method: 'GET', path: "/services/v3/my/profile", query: [], headers: [] },
  getMyPicture: { method: 'GET', path: "/services/v3/my/picture", query: [], headers: [] },
  countMyMessages: { method: 'GET', path: "/services/v3/my/messages/count", query: [], headers: [] },
  getMyMessages: { method: 'GET', path: "/services/v3/my/messages", query: ["all","page","pageSize"], headers: ["importantOnly"] },
  markMyMessagesRead: { method: 'PATCH', path: "/services/v3/my/messages", query: [], headers: ["importantOnly"] },
  getMyMessage: { method: 'GET', path: "/services/v3/my/messages/{id}", query: [], headers: [] },
  markMyMessageRead: { method: 'PATCH', path: "/services/v3/my/messages/{id}", query: [], headers: [] },
  getMyCompanies: { method: 'GET', path: "/services/v3/my/companies", query: [], headers: [] },
  getMyServices: { method: 'GET', path: "/services/v3/my/services", query: [], headers: ["tenantId"] },
  getMyWidgets: { method: 'GET', path: "/services/v3/my/widgets", query: [], headers: ["tenantId"] },
  validateMyServicePolicies: { method: 'GET', path: "/services/v3/my/policies/{serviceId}/validate()", query: [], headers: ["returnUrl","skipSubscriptionCheck"] },
  validateMyPolicies: { method: 'GET', path: "/services/v3/my/policies/validate()", query: [], headers: ["returnUrl"] },
  getServices: { method: 'GET', path: "/services/v3/this/services", query: ["page","pageSize"], headers: [] },
  getSubscribers: { method: 'GET', path: "/services/v3/this/subscribers", query: ["page","pageSize"], headers: ["tenantId"] },
  getSubscriber: { method: 'GET', path: "/services/v3/this/subscribers/{userId}", query: [], headers: ["tenantId"] },
  putSubscriber: { method: 'PUT', path: "/services/v3/this/subscribers/{userId}", query: [], headers: ["tenantId"] },
  deleteSubscriber: { method: 'DELETE', path: "/services/v3/this/subscribers/{userId}", query: [], headers: ["tenantId"] },
  getServiceSubscribers: { method: 'GET', path: "/services/v3/this/services/{serviceId}/subscribers", query: ["page","pageSize"], headers: ["tenantId"] },
  getServiceSubscriber: { method: 'GET', path: "/services/v3/this/services/{serviceId}/subscribers/{userId}", query: [], headers: ["tenantId"] },
  putServiceSubscriber: { method: 'PUT', path: "/services/v3/this/services/{serviceId}/subscribers/{userId}", query: [], headers: ["tenantId"] },
  deleteServiceSubscriber: { method: 'DELETE', path: "/services/v3/this/services/{serviceId}/subscribers/{userId}", query: [], headers: ["tenantId","suppressNotification"] },
  getServiceSubscriberPicture: { method: 'GET', path: "/services/v3/this/services/{serviceId}/subscribers/{userId}/picture", query: [], headers: ["tenantId"] },
  resolveUser: { method: 'GET', path: "/services/v3/this/user/resolve({email})", query: [], headers: [] },
  createUser: { method: 'POST', path: "/services/v3/this/user", query: [], headers: ["tenantId","Idempotency-Key"] },
  createUsers: { method: 'POST', path: "/services/v3/this/users", query: [], headers: ["tenantId","Idempotency-Key"] },
  getAdministrators: { method: 'GET', path: "/services/v3/this/administrators", query: ["page","pageSize"], headers: [] },
  getServiceAdministrators: { method: 'GET', path: "/services/v3/this/services/{serviceId}/administrators", query: ["page","pageSize"], headers: [] },
  getServiceAdministrator: { method: 'GET', path: "/services/v3/this/services/{serviceId}/administrators/{userId}", query: [], headers: [] },
  sendNotification: { method: 'POST', path: "/services/v3/this/services/{serviceId}/notification", query: [], headers: ["channelId","Idempotency-Key"] },
  validateSubscriberPolicies: { method: 'GET', path: "/services/v3/this/services/{serviceId}/subscribers/{userId}/policy/validate()", query: [], headers: ["returnUrl","skipSubscriptionCheck"] },
  getHealthStatus: { method: 'GET', path: "/services/v3/health/status", query: [], headers: [] },
  getDirectoryCompany: { method: 'GET', path: "/services/v3/directory/companies/{id}", query: [], headers: ["tenantId"] },
  getDirectoryCompanyUsers: { method: 'GET', path: "/services/v3/directory/companies/{id}/users", query: ["page","pageSize"], headers: ["tenantId"] },
  getDirectoryService: { method: 'GET', path: "/services/v3/directory/services/{id}", query: [], headers: ["tenantId"] },
  getDirectoryServiceChildren: { method: 'GET', path: "/services/v3/directory/services/{id}/children", query: [], headers: ["tenantId"] },
  getDirectoryServiceUsers: { method: 'GET', path: "/services/v3/directory/services/{id}/users", query: ["page","pageSize"], headers: ["tenantId"] },
  getDirectoryServiceSubscribers: { method: 'GET', path: "/services/v3/directory/services/{id}/subscribers", query: ["filter","pageNo"], headers: ["tenantId"] },
  getDirectoryServiceAdministrator: { method: 'GET', path: "/services/v3/directory/services/{serviceId}/administrators/{userId}", query: [], headers: ["tenantId"] },
  getDataContainers: { method: 'GET', path: "/services/v3/directory/services/{serviceId}/datacontainers", query: [], headers: ["tenantId"] },
  putDataContainer: { method: 'PUT', path: "/services/v3/directory/services/{serviceId}/datacontainers/{id}", query: ["name"], headers: ["tenantId"] },
  deleteDataContainer: { method: 'DELETE', path: "/services/v3/directory/services/{serviceId}/datacontainers/{id}", query: [], headers: ["tenantId"] },
  getDirectoryUsers: { method: 'POST', path: "/services/v3/directory/users", query: [], headers: ["tenantId"] },
  getDirectoryUsersByEmail: { method: 'GET', path: "/services/v3/directory/users/by/email", query: ["email"], headers: ["tenantId"] },
  getDirectoryUser: { method: 'GET', path: "/services/v3/directory/users/{userid}", query: [], headers: ["tenantId"] },
  deleteDirectoryUser: { method: 'DELETE', path: "/services/v3/directory/users/{userid}", query: [], headers: ["tenantId"] },
  getDirectoryUserCompanies: { method: 'GET', path: "/services/v3/directory/users/{userid}/companies", query: [], headers: ["tenantId"] },
  getDirectoryUserServices: { method: 'GET', path: "/services/v3/directory/users/{userid}/services", query: ["page","pageSize"], headers: ["tenantId"] },
  getDirectoryUserSubscription: { method: 'GET', path: "/services/v3/directory/users/{userid}/services/{serviceId}", query: [], headers: ["tenantId"] },
  changeDirectoryUserEmail: { method: 'POST', path: "/services/v3/directory/users/{userId}/change/email", query: [], headers: ["tenantId"] },
  resyncDirectoryUser: { method: 'GET', path: "/services/v3/directory/users/{userId}/resync/all", query: [], headers: ["tenantId"] },
  editMe: { method: 'POST', path: "/services/v3/directory/users/me/edit", query: [], headers: [] },
  changeMyPassword: { method: 'POST', path: "/services/v3/directory/users/me/change/password", query: [], headers: [] },
  changeMyAddress: { method: 'POST', path: "/services/v3/directory/users/me/change/{type}", query: [], headers: [] },
  verifyMyAddress: { method: 'POST', path: "/services/v3/directory/users/me/change/{type}/verify", query: [], headers: [] },
  acceptMyTerms: { method: 'POST', path: "/services/v3/directory/users/me/accept/terms", query: [], headers: [] },
  exchangeActivationCode: { method: 'POST', path: "/services/v3/directory/users/me/exchange/otp", query: [], headers: ["otpAuthCode","emailAddress"] },
  getPendingActivation: { method: 'GET', path: "/services/v3/directory/users/me/pending/activation", query: [], headers: ["authToken","emailAddress"] },
  activateMe: { method: 'POST', path: "/services/v3/directory/users/me/activate", query: [], headers: ["authToken"] },
  getStatus: { method: 'GET', path: "/services/v3/Status", query: [], headers: [] },
  invalidateCache: { method: 'GET', path: "/services/v3/cache/invalidate/{id}", query: [], headers: [] },
} as const;
