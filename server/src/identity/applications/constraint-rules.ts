import type { ConstraintRules } from '../../platform/database/index.ts';

/** What a violated constraint of applications means to the caller: who came second hears of it. */
export const applicationConstraintRules: ConstraintRules = {
  applications_app_id_uri: {
    kind: 'conflict',
    code: 'application.app-id-uri-taken',
    message: 'Another application of the tenant has this appIdUri.',
  },
  application_api_accesses_api_fkey: {
    kind: 'conflict',
    code: 'application.api-gone',
    message: 'An API that the application calls was deleted by another request at the same time. Try again.',
  },
  application_services_service_fkey: {
    kind: 'conflict',
    code: 'application.service-gone',
    message: 'A linked service was deleted by another request at the same time. Try again.',
  },
  api_product_subscriptions_product_fkey: {
    kind: 'conflict',
    code: 'application.product-gone',
    message: 'An API product was deleted by another request at the same time. Try again.',
  },
};
