import { servicePath } from './links.ts';
import type { ServiceReference } from './services.ts';

export interface ReferredService {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly production: boolean;
}

export const toServiceReference = (service: ReferredService) =>
  ({
    identity: servicePath(service.id),
    ProductionService: service.production,
    name: service.name,
    id: service.id,
    description: service.description,
  }) satisfies ServiceReference;
