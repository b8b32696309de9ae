import {
  anyCaller,
  directoryReader,
  platformAdministrator,
  projectMember,
  serviceKeeper,
  signedInUser,
} from '../identity/authenticate/index.ts';
import type { Area } from '../platform/http/area.ts';
import { problemForm } from '../platform/http/problem-form.ts';
import type { AnyRoute } from '../platform/http/route.ts';
import { jsonPlugin } from '../platform/http/wire/json-plugin.ts';
import { createAuditRoutes } from './audit/audit-routes.ts';
import { createChannelPreferenceRoutes } from './channels/channel-preference-routes.ts';
import { createChannelRoutes } from './channels/channel-routes.ts';
import { createCompanyMemberRoutes } from './companies/company-member-routes.ts';
import { createCompanyRoutes } from './companies/company-routes.ts';
import { createFederationRoutes } from './federations/federation-routes.ts';
import { createEmailRoutes } from './me/email-routes.ts';
import { createFactorRoutes } from './me/factor-routes.ts';
import { createPasskeyRoutes } from './me/passkey-routes.ts';
import { createPasswordRoutes } from './me/password-routes.ts';
import { createPictureRoutes } from './me/picture-routes.ts';
import { createProfileRoutes } from './me/profile-routes.ts';
import { createSessionRoutes } from './me/session-routes.ts';
import { createDependencyRoutes } from './operations/dependency-routes.ts';
import { createJobRoutes } from './operations/job-routes.ts';
import { createMailRoutes } from './operations/mail-routes.ts';
import { createSigningKeyRoutes } from './operations/signing-key-routes.ts';
import type { PortalDeps, PortalRules, RouteDeps } from './portal-deps.ts';
import { createAutomationTokenRoutes } from './projects/automation-token-routes.ts';
import { createMemberRoutes } from './projects/member-routes.ts';
import { createProjectRoutes } from './projects/project-routes.ts';
import { createTrustedIssuerRoutes } from './projects/trusted-issuer-routes.ts';
import { createApplicationRoutes } from './resources/application-routes.ts';
import { createGroupRoutes } from './resources/group-routes.ts';
import { createKeyRoutes } from './resources/key-routes.ts';
import { createSecretRoutes } from './resources/secret-routes.ts';
import { createServiceAdministratorRoutes } from './resources/service-administrator-routes.ts';
import { createServiceRoutes } from './resources/service-routes.ts';
import { createMySubscriptionRoutes } from './subscriptions/my-subscription-routes.ts';
import { createSubscriptionRequestRoutes } from './subscriptions/subscription-request-routes.ts';
import { createTenantRoutes } from './tenants/tenant-routes.ts';
import { createTermsRoutes } from './terms/terms-routes.ts';
import { createUserActionRoutes } from './users/user-action-routes.ts';
import { createUserRoutes } from './users/user-routes.ts';
import { createWidgetRoutes } from './widgets/widget-routes.ts';

/** In the order in which the documentation shows them. */
const routeMakers: readonly ((deps: RouteDeps) => readonly AnyRoute[])[] = [
  createProfileRoutes,
  createPictureRoutes,
  createPasswordRoutes,
  createEmailRoutes,
  createSessionRoutes,
  createFactorRoutes,
  createPasskeyRoutes,
  createMySubscriptionRoutes,
  createChannelPreferenceRoutes,
  createSubscriptionRequestRoutes,
  createProjectRoutes,
  createMemberRoutes,
  createAutomationTokenRoutes,
  createTrustedIssuerRoutes,
  createGroupRoutes,
  createServiceRoutes,
  createServiceAdministratorRoutes,
  createChannelRoutes,
  createWidgetRoutes,
  createApplicationRoutes,
  createSecretRoutes,
  createKeyRoutes,
  createUserRoutes,
  createUserActionRoutes,
  createCompanyRoutes,
  createCompanyMemberRoutes,
  createTenantRoutes,
  createFederationRoutes,
  createTermsRoutes,
  createAuditRoutes,
  createMailRoutes,
  createJobRoutes,
  createDependencyRoutes,
  createSigningKeyRoutes,
];

/** What the console needs beyond the areas A to C, and scripts may use as well (contract P3, P4). */
export const createPortalArea = (deps: PortalDeps): Area => {
  const routeDeps = { ...deps, rules: createRules(deps) };
  return {
    name: 'portal',
    title: 'Portolan portal',
    description: 'Projects, people, applications and keys: what the console does, for scripts too.',
    prefixes: ['/portal/v1'],
    errorForm: problemForm,
    prepare: async (scope) => {
      await scope.register(jsonPlugin);
      // What belongs to one caller is nobody else's to keep.
      scope.addHook('onSend', async (_request, reply) => {
        if (reply.getHeader('cache-control') === undefined) reply.header('cache-control', 'no-store');
      });
    },
    security: {
      schemes: {
        accessToken: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'JWT',
          description: 'A token of the platform API.',
        },
        consoleSession: {
          type: 'apiKey',
          in: 'cookie',
          name: '__Host-portolan_console',
          description: 'A session of the console; without the prefix where the server has no TLS.',
        },
      },
      alternatives: [['accessToken'], ['consoleSession']],
    },
    routes: routeMakers.flatMap((make) => make(routeDeps)),
  };
};

const createRules = ({ authenticator, database }: PortalDeps): PortalRules => {
  const authenticate = authenticator.tokenOrSession;
  return {
    anyCaller: anyCaller(authenticate),
    signedInUser: signedInUser(authenticate),
    platformAdministrator: platformAdministrator(authenticate),
    directoryReader: directoryReader(authenticate),
    serviceKeeper: serviceKeeper({ authenticate, database }),
    projectMember: (needs) => projectMember({ authenticate, database }, needs),
  };
};
