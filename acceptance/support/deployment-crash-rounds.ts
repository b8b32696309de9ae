import pg from 'pg';
import { administratorToken, createProject, type DeployedProject } from './administrator.ts';
import { readPostmaster } from './embedded-database.ts';
import { type Portolan, startPortolan } from './start-portolan.ts';
import { type WatchedDeployment, watchDeployment } from './watch-deployment.ts';

/** When the server is killed: when the request was sent, behind so many events of its stream, or so many ms later. */
export type CrashStep = 'sent' | { readonly events: number } | { readonly milliseconds: number };

/** More events than a submission has: it is killed when it has said that it is done. */
export const whole = 1_000;

export interface DeploymentCrashReport {
  readonly rounds: number;
  /** How rounds ended: nothing of the submission remained, or all of it. */
  readonly old: number;
  readonly new: number;
  /** Anything else: resources of two submissions at once, two of one name, a secret too many, history that tells otherwise. */
  readonly wrong: readonly string[];
  /** Submissions that were acknowledged and are not there. */
  readonly lost: number;
  /** Milliseconds from the start of the program to ready, after each crash. */
  readonly readyAfter: readonly number[];
}

export interface DeploymentCrashOptions {
  readonly steps: readonly CrashStep[];
  readonly victims: readonly ('server' | 'both')[];
  /** The control: each pair of resources is a submission of its own, so that a crash must leave a mixture. */
  readonly inPieces?: boolean;
}

const pairs = 40;

/** Every resource of a submission carries its version. */
const templateOf = (version: number, from = 0, to = pairs) => ({
  resourceGroup: { name: 'the group' },
  resources: Array.from({ length: to - from }, (_, index) => [
    {
      name: `service ${from + index}`,
      sku: 'standard',
      resourceType: 'platform.service',
      sections: { properties: { description: `version ${version}` }, advanced: {} },
    },
    {
      name: `client ${from + index}`,
      sku: 'app',
      resourceType: 'platform.application',
      sections: {
        properties: {
          clientType: 'Confidential',
          applicationUrl: `https://example.com/${version}`,
          services: [`$resources[?name=='service ${from + index}'].id`],
        },
        advanced: {},
      },
    },
  ]).flat(),
  outputs: [{ name: 'ids', value: '$resources[*].id', type: 'object' }],
});

interface Standing {
  readonly groups: number;
  readonly resources: number;
  readonly versions: readonly string[];
  readonly secrets: number;
  readonly subscriptions: number;
  readonly deployments: number;
}

const readStanding = async (server: Portolan, projectId: string): Promise<Standing> => {
  const { connection } = await readPostmaster(server.data);
  const client = new pg.Client(connection);
  await client.connect();
  try {
    const { rows } = await client.query<Standing>(
      `WITH r AS (SELECT id FROM resources WHERE project_id = $1)
       SELECT (SELECT count(*)::int FROM resource_groups WHERE project_id = $1) AS groups,
         (SELECT count(*)::int FROM r) AS resources,
         ARRAY(SELECT DISTINCT v FROM (
           SELECT description AS v FROM services WHERE id IN (SELECT id FROM r)
           UNION SELECT 'version ' || substr(application_url, 21) FROM applications WHERE id IN (SELECT id FROM r)
           UNION SELECT coalesce(state #>> '{sections,properties,description}',
             'version ' || substr(state #>> '{sections,properties,applicationUrl}', 21))
           FROM deployed_resources WHERE project_id = $1
         ) AS all_versions ORDER BY v) AS versions,
         (SELECT count(*)::int FROM application_secrets WHERE application_id IN (SELECT id FROM r)) AS secrets,
         (SELECT count(*)::int FROM api_product_subscriptions WHERE application_id IN (SELECT id FROM r)) AS subscriptions,
         (SELECT count(*)::int FROM deployments WHERE project_id = $1 AND state = 'succeeded') AS deployments`,
      [projectId],
    );
    const [row] = rows;
    if (row === undefined) throw new Error('The database did not answer.');
    return row;
  } finally {
    await client.end();
  }
};

/** `old`, `new`, or how things stand after `version` was tried on top of `before`. */
const judge = (standing: Standing, before: Standing, version: number): string => {
  const text = JSON.stringify(standing);
  if (text === JSON.stringify(before)) return 'old';
  const complete = { groups: 1, resources: 2 * pairs, versions: [`version ${version}`], secrets: pairs };
  const wanted: Standing = { ...complete, subscriptions: pairs, deployments: before.deployments + 1 };
  return text === JSON.stringify(wanted) ? 'new' : text;
};

/** Kills the server with kill -9 while it deploys, starts it again, and looks at what is left; every round goes on from there. */
export const runDeploymentCrashRounds = async (options: DeploymentCrashOptions): Promise<DeploymentCrashReport> => {
  const environment = { DATABASE_URL: '' };
  let server = await startPortolan({ environment });
  const project = await createProject(server.url, await administratorToken(server.url), 'Crashes');
  const readyAfter: number[] = [];
  const wrong: string[] = [];
  let [old, fresh, lost] = [0, 0, 0];
  for (const [round, step] of options.steps.entries()) {
    const version = round + 1;
    const before = await readStanding(server, project.projectId);
    const { pid } = await readPostmaster(server.data);
    const victim = options.victims[round % options.victims.length] ?? 'both';
    let isStruck = false;
    const kill = () => {
      if (isStruck) return;
      isStruck = true;
      server.process.kill('SIGKILL');
      if (victim === 'both') process.kill(pid, 'SIGKILL');
    };
    const acknowledged = await deployAndKill(server, project, {
      version,
      step,
      kill,
      inPieces: options.inPieces === true,
    });
    await server.end('SIGKILL');
    const begun = performance.now();
    server = await startPortolan({ data: server.data, environment, port: server.port });
    readyAfter.push(Math.round(performance.now() - begun));
    const verdict = judge(await readStanding(server, project.projectId), before, version);
    if (verdict === 'old') old += 1;
    else if (verdict === 'new') fresh += 1;
    else wrong.push(verdict);
    if (acknowledged && verdict !== 'new') lost += 1;
  }
  await server.remove();
  return { rounds: options.steps.length, old, new: fresh, wrong, lost, readyAfter };
};

interface Blow {
  readonly version: number;
  readonly step: CrashStep;
  readonly kill: () => void;
  readonly inPieces: boolean;
}

/** Gives whether the server said that it was done. */
const deployAndKill = async (server: Portolan, project: DeployedProject, blow: Blow): Promise<boolean> => {
  const { version, step, kill } = blow;
  if (blow.inPieces) {
    for (let pair = 0; pair < pairs / 2; pair += 1) {
      await watchDeployment(server.url, project, templateOf(version, pair, pair + 1)).ended;
    }
    kill();
    return false;
  }
  const later = step !== 'sent' && 'milliseconds' in step ? setTimeout(kill, step.milliseconds) : undefined;
  const deployment: WatchedDeployment = watchDeployment(server.url, project, templateOf(version), (_event, count) => {
    if (step !== 'sent' && 'events' in step && count === step.events) kill();
  });
  if (step === 'sent') await deployment.sent.then(kill);
  const events = await deployment.ended;
  clearTimeout(later);
  kill();
  const result = events.find(({ event }) => event === 'result');
  return result?.data.includes('"status":200') === true;
};
