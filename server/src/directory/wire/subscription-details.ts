import { type Static, Type } from 'typebox';
import { CompanyReference } from './companies.ts';
import { listOf, optional, text } from './members.ts';
import { RoleReference } from './references.ts';
import { ServiceReference } from './services.ts';
import { SubscriptionState } from './subscriptions.ts';
import { UserReference } from './users.ts';

export const SubscriptionDetails = Type.Object(
  {
    service: optional(ServiceReference),
    user: optional(UserReference),
    role: optional(RoleReference),
    subscriptionState: optional(SubscriptionState),
    tenantId: Type.Optional(Type.Unsafe<string | null>({ type: ['string', 'null'], format: 'uuid' })),
    pricingTier: text(),
  },
  { title: 'SubscriptionDetails' },
);
export type SubscriptionDetails = Static<typeof SubscriptionDetails>;

export const UserReferences = Type.Object(
  {
    UserCompanies: listOf(CompanyReference),
    AdminForCompanies: listOf(Type.String()),
    Services: listOf(ServiceReference),
    Subscriptions: listOf(SubscriptionDetails),
  },
  { title: 'UserReferences' },
);
export type UserReferences = Static<typeof UserReferences>;
