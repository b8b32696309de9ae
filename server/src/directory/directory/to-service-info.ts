import { servicePath } from '../wire/links.ts';
import type { ServiceInfo } from '../wire/services.ts';
import type { ServiceFacts } from './service-info-store.ts';

export const toServiceInfo = (service: ServiceFacts) =>
  ({
    name: service.name,
    shortDescription: service.shortDescription,
    description: service.description,
    apiAudience: service.apiAudience,
    category: service.category,
    public: service.public,
    tenantId: service.tenantId,
    PricingTier: service.pricingTier,
    id: service.id,
    inherited: service.parentServiceId !== null,
    selfSubscribe: service.selfSubscribe,
    serviceOwner: service.serviceOwner,
    termsOfUse: service.termsUrl,
    lastUpdated: service.updatedAt.toISOString(),
    parentUrl: service.parentServiceId === null ? null : servicePath(service.parentServiceId),
    parentId: service.parentServiceId,
    childrenUrl: `${servicePath(service.id)}/children`,
    servicerUrl: service.serviceUrl,
  }) satisfies ServiceInfo;
