import type { Transaction } from '../../platform/database/index.ts';
import { prepareStatement } from '../services/resources/prepared-statement.ts';
import type { ApplicationSettings } from './application-settings.ts';
import { applicationFields } from './wire/application-fields.ts';

export const listMembers = ['publishedScopes', 'apiAccesses', 'clients', 'services'] as const;
type ListMember = (typeof listMembers)[number];

/** A statement that makes the stored list the given one, for rows that stay. Takes the places of its two parameters. */
type ListText = (id: string, items: string) => string;

export const listTexts: Readonly<Record<ListMember, ListText>> = {
  publishedScopes: (id, items) => `
    INSERT INTO application_scopes (application_id, name, description, position)
    SELECT ${id}::uuid, w."scopeName", w.description, w.position
    FROM jsonb_to_recordset(${items}::jsonb) AS w ("scopeName" text, description text, position integer)
    ON CONFLICT ON CONSTRAINT application_scopes_pkey
    DO UPDATE SET description = excluded.description, position = excluded.position`,
  apiAccesses: (id, items) => `
    INSERT INTO application_api_accesses (application_id, api_application_id, scopes, position)
    SELECT ${id}::uuid, w."apiClientId", w.scopes, w.position
    FROM jsonb_to_recordset(${items}::jsonb) AS w ("apiClientId" uuid, scopes text[], position integer)
    ON CONFLICT ON CONSTRAINT application_api_accesses_pkey
    DO UPDATE SET scopes = excluded.scopes, position = excluded.position`,
  clients: (id, items) => `
    INSERT INTO application_clients (application_id, client_id, scopes, position)
    SELECT ${id}::uuid, w."clientId", w.scopes, w.position
    FROM jsonb_to_recordset(${items}::jsonb) AS w ("clientId" uuid, scopes text[], position integer)
    ON CONFLICT ON CONSTRAINT application_clients_pkey
    DO UPDATE SET scopes = excluded.scopes, position = excluded.position`,
  // The right to manage subscriptions of a service that stays linked stays as people set it.
  services: (id, items) => `
    INSERT INTO application_services (application_id, service_id, position)
    SELECT ${id}::uuid, w."serviceId", w.position
    FROM jsonb_to_recordset(${items}::jsonb) AS w ("serviceId" uuid, position integer)
    ON CONFLICT ON CONSTRAINT application_services_pkey DO UPDATE SET position = excluded.position`,
};

/** The list as its statement takes it. */
export const listValue = (settings: ApplicationSettings, member: ListMember): string => {
  const items: readonly object[] =
    member === 'services' ? settings.services.map((serviceId) => ({ serviceId })) : settings[member];
  return items.length === 0 ? '[]' : JSON.stringify(items.map((item, position) => ({ ...item, position })));
};

const keysOf: Readonly<Record<ListMember, (settings: ApplicationSettings) => readonly string[]>> = {
  publishedScopes: ({ publishedScopes }) => publishedScopes.map(({ scopeName }) => scopeName),
  apiAccesses: ({ apiAccesses }) => apiAccesses.map(({ apiClientId }) => apiClientId),
  clients: ({ clients }) => clients.map(({ clientId }) => clientId),
  services: ({ services }) => services,
};

const writeRows = (member: ListMember, gone: string) => ({
  deleteOthers: prepareStatement(`applications.delete-${member}`, `DELETE FROM ${gone}`),
  upsert: prepareStatement(`applications.upsert-${member}`, listTexts[member]('$1', '$2')),
});

const writes = {
  publishedScopes: writeRows(
    'publishedScopes',
    'application_scopes WHERE application_id = $1 AND NOT name = ANY($2::text[])',
  ),
  apiAccesses: writeRows(
    'apiAccesses',
    'application_api_accesses WHERE application_id = $1 AND NOT api_application_id = ANY($2::uuid[])',
  ),
  clients: writeRows('clients', 'application_clients WHERE application_id = $1 AND NOT client_id = ANY($2::uuid[])'),
  services: writeRows(
    'services',
    'application_services WHERE application_id = $1 AND NOT service_id = ANY($2::uuid[])',
  ),
};

/** Makes the stored lists those that are wanted; a list that is the same is left alone. */
export const replaceChangedLists = async (
  transaction: Transaction,
  applicationId: string,
  stored: ApplicationSettings,
  wanted: ApplicationSettings,
): Promise<void> => {
  for (const member of listMembers) {
    const write = applicationFields[member].write as (value: unknown) => unknown;
    if (JSON.stringify(write(stored[member])) === JSON.stringify(write(wanted[member]))) continue;
    await writes[member].deleteOthers(transaction, [applicationId, [...keysOf[member](wanted)]]);
    await writes[member].upsert(transaction, [applicationId, listValue(wanted, member)]);
  }
};
