import type { Authenticator } from '../identity/authenticate/index.ts';
import type { ServiceDeps } from '../identity/services/index.ts';
import type { Database } from '../platform/database/index.ts';
import type { Area } from '../platform/http/area.ts';
import { jsonPlugin } from '../platform/http/wire/json-plugin.ts';
import type { KeyRing, SecretBox } from '../platform/secrets/index.ts';
import type { DeploymentDeps } from './deployment-deps.ts';
import { deploymentsErrorForm } from './error-form.ts';
import { openIssuerKeys } from './keyless/issuer-keys.ts';
import { createResourceTypes } from './resource-types/resource-types.ts';
import { historyRoutes } from './routes/history-routes.ts';
import { schemaRoutes } from './routes/schema-routes.ts';
import { submissionRoutes } from './routes/submission-routes.ts';
import { tokenRoute } from './routes/token-route.ts';
import { createProjectQueue } from './submissions/project-queue.ts';

/** What area A is given. */
export interface DeploymentsAreaDeps extends ServiceDeps {
  readonly database: Database;
  /** For plans and deployments, kept apart so that waiting there never stalls a read. */
  readonly longWork: Database;
  /** How many plans and deployments run at once in this process: no more than `longWork` has connections. */
  readonly deploymentSlots: number;
  readonly box: SecretBox;
  readonly ring: KeyRing;
  readonly authenticator: Authenticator;
  readonly publicUrl: string;
  /** Whether trusted issuers may stand in private networks, and be asked by plain http. */
  readonly allowPrivateIssuers: boolean;
  readonly now: () => Date;
  readonly onError: (error: unknown) => void;
}

const longestWait = 60_000;
const mostWaiting = 1_000;

const description = `A client posts a template and a parameter file, both base64 encoded. The template names a resource
group, variables, resources and outputs; queries inside it are JMESPath with \`parameter\`, \`variable\` and \`concat\`. The
resources are provisioned one after the other, all of them or none, and the outputs come back. Every call needs an
automation token of the project. Limits are at \`/limits\`, JSON Schemas for editors at \`/schemas/template.json\` and
\`/schemas/parameters.json\`.`;

/** Area A, resource deployment. */
export const createDeploymentsArea = (given: DeploymentsAreaDeps): Area => {
  const deps: DeploymentDeps = {
    database: given.database,
    longWork: given.longWork,
    box: given.box,
    types: createResourceTypes(given),
    queue: createProjectQueue({ slots: given.deploymentSlots, longestWait, mostWaiting }),
    planKey: given.ring.current.derive('deployment plan ids'),
    issuerKeys: openIssuerKeys({ allowPrivateNetworks: given.allowPrivateIssuers, now: Date.now }),
    authenticator: given.authenticator,
    now: given.now,
    onError: given.onError,
  };
  return {
    name: 'deployments',
    title: 'Deployments',
    description,
    prefixes: ['/deployments/v1'],
    errorForm: deploymentsErrorForm,
    prepare: jsonPlugin,
    security: {
      schemes: { automationToken: { type: 'http', scheme: 'bearer', description: 'Automation token of the project.' } },
      alternatives: [['automationToken']],
    },
    routes: [
      ...submissionRoutes(deps),
      ...historyRoutes(deps),
      tokenRoute(deps),
      ...schemaRoutes({ types: deps.types, publicUrl: given.publicUrl }),
    ],
  };
};
