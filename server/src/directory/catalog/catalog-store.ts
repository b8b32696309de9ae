import { sql } from 'kysely';
import type { Handle } from '../../platform/database/index.ts';
import { type Onlooker, seenBy } from '../services/seen-services.ts';
import type { SubscriptionState } from '../subscriptions/subscription-state.ts';

/** What a person sees of a service, and how it stands between the two (contract B9, B10: at the root). */
export interface CatalogEntry {
  readonly id: string;
  readonly name: string;
  readonly shortDescription: string;
  readonly description: string;
  readonly providerCompanyName: string | null;
  readonly serviceUrl: string | null;
  readonly termsUrl: string | null;
  /** The service that the subscription is to, where this one is a part of it. */
  readonly rootName: string | null;
  readonly selfSubscribe: boolean;
  readonly approvalNeeded: boolean;
  readonly state: SubscriptionState | null;
  readonly levelName: string | null;
}

/** Undefined when there is no such service for the person. */
export const selectCatalogEntry = async (
  handle: Handle,
  serviceId: string,
  user: Onlooker,
): Promise<CatalogEntry | undefined> => {
  const { rows } = await sql<CatalogEntry>`
    SELECT v.id, v.name, v.short_description, v.description, v.provider_company_name, v.service_url, v.terms_url,
      CASE WHEN r.id <> v.id THEN r.name END AS root_name, r.self_subscribe, r.approval_needed, m.state,
      (SELECT l.name FROM service_access_levels l WHERE l.id = m.access_level_id) AS level_name
    FROM services v JOIN services r ON r.id = v.root_service_id
    LEFT JOIN subscriptions m ON m.service_id = r.id AND m.user_id = ${user.id}
    WHERE v.id = ${serviceId} AND ${seenBy(user)}`.execute(handle);
  return rows[0];
};
