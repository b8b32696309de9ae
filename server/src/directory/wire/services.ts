import { type Static, Type } from 'typebox';
import { flag, int32, optionalTime, readOnlyText, text, uuid } from './members.ts';

const serviceReferenceMembers = {
  identity: readOnlyText('Relative path to the details of the service.'),
  ProductionService: flag('The service is in production.'),
  name: text(),
  id: text(),
  description: text(),
};

export const ServiceReference = Type.Object(serviceReferenceMembers, { title: 'ServiceReference' });
export type ServiceReference = Static<typeof ServiceReference>;

export const MyServiceReference = Type.Object(
  { serviceUrl: text('Location of the application.'), ...serviceReferenceMembers },
  { title: 'MyServiceReference' },
);
export type MyServiceReference = Static<typeof MyServiceReference>;

export const ServiceInfo = Type.Object(
  {
    name: text(),
    shortDescription: text(),
    description: text(),
    apiAudience: text(),
    category: text(),
    public: flag(),
    tenantId: text(),
    PricingTier: text(),
    id: text(),
    inherited: flag('The subscriptions are those of the root service.'),
    selfSubscribe: flag('Users may subscribe by themselves.'),
    serviceOwner: text(),
    termsOfUse: text(),
    lastUpdated: optionalTime(),
    parentUrl: readOnlyText('Relative URL of the parent service.'),
    parentId: text(),
    childrenUrl: readOnlyText('Relative URL of the child services.'),
    servicerUrl: text('Location of the application.'),
  },
  { title: 'ServiceInfo' },
);
export type ServiceInfo = Static<typeof ServiceInfo>;

export const Widget = Type.Object(
  {
    id: uuid(),
    url: text(),
    name: text(),
    width: int32(),
    height: int32(),
    priority: int32(),
    description: text(),
    logoUrl: text(),
    pictogramUrl: text(),
    type: text(),
    showTitle: flag(),
    supportsMobile: flag(),
    serviceId: uuid(),
    sequenceNo: int32(),
    color: text(),
    openInNewTab: flag(),
  },
  { title: 'Widget' },
);
export type Widget = Static<typeof Widget>;
