import type { TObject } from 'typebox';
import { describe, expect, test } from 'vitest';
import { schemaName } from '../../platform/http/wire/schema-name.ts';
import * as wire from './index.ts';

const user = 'identity email activated! tenantId name id';
const service = 'identity ProductionService! name id description';
const info = `identity servicesUrl companiesUrl name email id #companies! verifiedEmail! language phone verifiedPhone!
  firstName lastName countryCode managedAccount! activated! accessHubEnabled!`;
const error = 'message information subCode! supportCode';

/** The specification's schemas, member by member; `!` is required. */
const specified: Readonly<Record<string, string>> = {
  UserReference: user,
  SubscriptionReference: `state role ${user}`,
  UserCreationReference: `confirmationUrl ${user}`,
  ServiceReference: service,
  MyServiceReference: `serviceUrl ${service}`,
  ItemReference: 'name id description identity',
  CompanyReference: 'identity tenantType name id description',
  RoleReference: 'identity type name id',
  MessageReference: 'identity deliverTime! from important! name id description',
  ProfilePicture: 'Image MimeType',
  MyUserInfo: `profilePageUrl messagesUrl ${info}`,
  UserInfo: info,
  AdminInfo: `roles ${info}`,
  AdminReference: `accessLevelUrl serviceId ${user}`,
  Widget: `id! url name width! height! priority! description logoUrl pictogramUrl type showTitle! supportsMobile!
    serviceId! sequenceNo! color openInNewTab!`,
  SubscriptionOptions: 'role overrideNotificationSettings',
  UserRegistration: 'firstName lastName email phone countryCode options',
  RegistrationOptions: `sendMail createSubscription serviceId role subscriptions returnUrl contactEmail contactName
    activationType userCreationOptions inviteMessage`,
  SubscriptionRequest: 'serviceId! role sku overrideNotificationSettings',
  NotificationMessage: 'message recipients HighPriority!',
  Message: 'name content id timeStamp channelId type!',
  HealthStatus: `status! checks serviceId releaseId version description notes output message information supportCode
    subCode!`,
  DependencyState: `componentId componentType observedValue observedUnit status! affectedEndpoints time output weight!
    critical!`,
  CompanyInfo: `name url usersUrl addressLines id city country customerId countryCode zipCode #employee! domains email
    #requests! internalId vat`,
  ServiceInfo: `name shortDescription description apiAudience category public! tenantId PricingTier id inherited!
    selfSubscribe! serviceOwner termsOfUse lastUpdated parentUrl parentId childrenUrl servicerUrl`,
  SubscriptionDetails: 'service user role subscriptionState tenantId pricingTier',
  SubscriptionState: 'state',
  UserInfoUpdate: 'firstName lastName displayName countryCode',
  ChangePasswordRequest: 'oldPassword newPassword newPasswordRepeat',
  ChangeAddressRequest: 'oldAddress newAddress',
  ConfirmationRequest: 'activationCode address',
  ActivationRequest: `password passwordRepeat userId userDetails email acceptPlatformTerms! acceptServiceTerms!
    serviceId`,
  AcceptPlatformTermsRequest: 'acceptPlatformTerms! acceptServiceTerms! serviceId',
  TokenWrapper: 'expiry! issued! authToken issuedBy',
  UserReferences: 'UserCompanies AdminForCompanies Services Subscriptions',
  ErrorDetail: error,
  AuthError: 'Message',
  ValidationError: `url violatedPolicies SubscriptionMissing ${error}`,
};

const schemas = Object.entries<unknown>(wire).filter((entry): entry is [string, TObject] => {
  const [, value] = entry;
  return typeof value === 'object' && value !== null && 'properties' in value;
});

describe('the schemas of the specification', () => {
  test('are all here, and no others', () => {
    expect(schemas.map(([name]) => name).sort()).toEqual(Object.keys(specified).sort());
  });

  test.each(schemas)('%s has its members and its name', (name, schema) => {
    const required = new Set<string>(schema.required ?? []);
    const members = Object.keys(schema.properties).map((member) => (required.has(member) ? `${member}!` : member));
    expect(members.sort()).toEqual((specified[name] ?? '').split(/\s+/).sort());
    expect(schemaName(schema)).toBe(name);
  });
});
