import type { ConstraintRules } from '../platform/database/index.ts';

/** What a violated constraint of this room's tables means to the caller. */
export const accountsConstraintRules: ConstraintRules = {
  users_email_unique: {
    kind: 'conflict',
    code: 'user.email-taken',
    message: 'Another user of the tenant has this e-mail address.',
  },
  tenants_name_unique: { kind: 'conflict', code: 'tenant.name-taken', message: 'Another tenant has this name.' },
  users_tenant_fkey: { kind: 'notFound', code: 'tenant.not-found', message: 'There is no such tenant.' },
  companies_tenant_fkey: { kind: 'notFound', code: 'tenant.not-found', message: 'There is no such tenant.' },
  projects_tenant_fkey: { kind: 'notFound', code: 'tenant.not-found', message: 'There is no such tenant.' },
  resources_project_fkey: {
    kind: 'conflict',
    code: 'project.in-use',
    message: 'The project still holds resources. Delete these first.',
  },
  tenant_federations_tenant_fkey: { kind: 'notFound', code: 'tenant.not-found', message: 'There is no such tenant.' },
  tenant_federations_issuer_unique: {
    kind: 'conflict',
    code: 'federation.known',
    message: 'The tenant signs in at this issuer with this client already.',
  },
  project_trusted_issuers_rule_unique: {
    kind: 'conflict',
    code: 'trusted-issuer.exists',
    message: 'The project already trusts this issuer with the same audience and subject pattern.',
  },
  terms_documents_version_unique: {
    kind: 'conflict',
    code: 'terms.contended',
    message: 'Somebody else published terms at the same time. Try again.',
  },
  terms_documents_service_fkey: { kind: 'notFound', code: 'service.not-found', message: 'There is no such service.' },
};
