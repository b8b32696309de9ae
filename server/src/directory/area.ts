import type { Area } from '../platform/http/area.ts';
import { wirePlugin } from '../platform/http/wire/wire-plugin.ts';
import { directoryRoutes } from './directory/routes.ts';
import type { DirectoryDeps } from './directory-deps.ts';
import { directoryErrorForm } from './error-form.ts';
import { healthRoutes } from './health/routes.ts';
import { maintenanceRoutes } from './maintenance/routes.ts';
import { notificationRoutes } from './messages/routes.ts';
import { myRoutes } from './my/routes.ts';
import { subscriberPolicyRoutes } from './policies/routes.ts';
import { thisRoutes } from './this/routes.ts';
import { AuthError, ErrorDetail } from './wire/errors.ts';

const description = `Information about the signed-in user (\`My\`) and the calling application (\`This\`), subscriptions, users,
notifications and policies, and the health of the platform. Every call needs a subscription key and an access token; the
user is the one of the token. Answers are JSON, or XML where \`Accept\` asks for it. Operations of the group \`Options\`
are for maintenance: clients must not use them.`;

const groups = {
  My: 'The signed-in user: profile, messages, companies, services, widgets and policies. The token says who it is.',
  This: 'The calling application: the services that it is linked to, their subscribers, users, notifications.',
  Health: 'Whether the platform and what it depends on work. A subscription key is enough.',
  Options: '**Clients must not use these operations.** They are for maintenance and may change without notice.',
};

/** Area B, the services API. */
export const createDirectoryArea = (deps: DirectoryDeps): Area => ({
  name: 'directory',
  title: 'Services API',
  description,
  groups,
  prefixes: ['/services/v3', '/services/v2'],
  errorForm: directoryErrorForm,
  prepare: async (scope) => {
    await wirePlugin(scope, { responses: { 401: AuthError, 403: AuthError, '4xx': ErrorDetail, '5xx': ErrorDetail } });
  },
  security: {
    schemes: {
      apiKeyHeader: { type: 'apiKey', name: 'Ocp-Apim-Subscription-Key', in: 'header' },
      apiKeyQuery: { type: 'apiKey', name: 'subscription-key', in: 'query' },
      accessToken: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
    },
    alternatives: [
      ['apiKeyHeader', 'accessToken'],
      ['apiKeyQuery', 'accessToken'],
    ],
  },
  routes: [
    ...myRoutes(deps),
    ...thisRoutes(deps),
    ...notificationRoutes(deps),
    ...subscriberPolicyRoutes(deps),
    ...healthRoutes(deps),
    ...directoryRoutes(deps),
    ...maintenanceRoutes(deps),
  ],
});
