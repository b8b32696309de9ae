import { type TSchema, Type } from 'typebox';

const text = () => Type.Optional(Type.Union([Type.String(), Type.Null()]));
const flag = Type.Boolean;
const count = () => Type.Integer({ format: 'int32' });

/** Schemas built like those of the specification's area B. */
export const UserReference = Type.Object(
  { identity: text(), email: text(), activated: flag(), tenantId: text(), name: text(), id: text() },
  { $id: 'UserReference' },
);

export const ServiceReference = Type.Object(
  { identity: text(), ProductionService: flag(), name: text(), id: text(), description: text() },
  { $id: 'ServiceReference' },
);

export const MyUserInfo = Type.Object(
  {
    profilePageUrl: text(),
    messagesUrl: text(),
    identity: text(),
    servicesUrl: text(),
    companiesUrl: text(),
    name: text(),
    email: text(),
    id: text(),
    '#companies': count(),
    verifiedEmail: flag(),
    language: text(),
    phone: text(),
    verifiedPhone: flag(),
    firstName: text(),
    lastName: text(),
    countryCode: text(),
    managedAccount: flag(),
    activated: flag(),
    accessHubEnabled: flag(),
  },
  { $id: 'MyUserInfo' },
);

export const DependencyState = Type.Object(
  {
    componentId: text(),
    observedValue: Type.Optional(Type.Unknown()),
    status: Type.Enum(['pass', 'warn', 'fail']),
    affectedEndpoints: Type.Optional(Type.Array(Type.String())),
    weight: Type.Union([Type.Literal(1), Type.Literal(2), Type.Literal(3)]),
    critical: flag(),
  },
  { $id: 'DependencyState' },
);

export const HealthStatus = Type.Object(
  {
    status: Type.Enum(['pass', 'warn', 'fail']),
    checks: Type.Optional(Type.Array(DependencyState)),
    notes: Type.Optional(Type.Union([Type.Array(Type.String()), Type.Null()])),
    subCode: count(),
  },
  { $id: 'HealthStatus' },
);

export const SubscriptionDetails = Type.Object(
  {
    service: Type.Optional(ServiceReference),
    user: Type.Optional(Type.Union([UserReference, Type.Null()])),
    tenantId: Type.String(),
    pricingTier: text(),
  },
  { $id: 'SubscriptionDetails' },
);

export const UserReferences = Type.Object(
  {
    AdminForCompanies: Type.Array(Type.String()),
    Services: Type.Array(ServiceReference),
    Subscriptions: Type.Array(SubscriptionDetails),
  },
  { $id: 'UserReferences' },
);

export const TokenWrapper = Type.Object(
  { expiry: Type.Integer({ format: 'int64' }), ratio: Type.Number(), authToken: text() },
  { $id: 'TokenWrapper' },
);

export const ErrorDetail = Type.Object(
  { message: text(), information: text(), subCode: count(), supportCode: text() },
  { $id: 'ErrorDetail' },
);

export const StatusMap = Type.Record(Type.String(), Type.String(), { $id: 'StatusMap' });

export const OddlyNamed = Type.Object(
  { '1st': Type.String(), 'a b:c': Type.Boolean(), _x0023_: Type.Integer(), ünï: Type.String() },
  { $id: 'Oddly Named' },
);

export const sampleSchemas: readonly TSchema[] = [
  MyUserInfo,
  Type.Array(UserReference),
  HealthStatus,
  SubscriptionDetails,
  UserReferences,
  TokenWrapper,
  StatusMap,
  OddlyNamed,
  Type.Array(Type.String()),
  Type.Array(Type.Union([Type.String(), Type.Null()])),
  Type.Array(Type.Array(Type.Integer())),
  Type.Integer(),
  Type.Boolean(),
  Type.String(),
  Type.Union([Type.String(), Type.Integer(), Type.Array(Type.Boolean())]),
  Type.Unknown(),
];
