import { afterAll, beforeAll, expect, test } from 'vitest';
import { call } from './administrator.ts';
import { readApiDocument } from './api-document.ts';
import { makePicture, makeSubmission } from './generated-bodies.ts';
import {
  type GeneratedOptions,
  type GeneratedReport,
  type OperationReport,
  sendGeneratedRequests,
} from './generated-requests.ts';
import { type GeneratedWorld, makeGeneratedWorld } from './generated-world.ts';
import { type Portolan, startPortolan } from './start-portolan.ts';

/** These take a code or a token, and say 401 when it is not the right one. */
const refusesWith401 =
  /^(exchangeActivationCode|getPendingActivation|activateMe|verifyMyAddress|confirmMyEmailChange|exchangeToken)$/;

/** Sends many requests to every operation of every area that has landed. */
export const testGeneratedRequests = ({ perOperation, seed }: { perOperation: number; seed: number }): void => {
  let server: Portolan;
  let world: GeneratedWorld;
  beforeAll(async () => {
    // Two processes: one alone would leave a core idle.
    server = await startPortolan({ environment: { PORTOLAN_LOG_LEVEL: 'error', PORTOLAN_WORKERS: '2' } });
    world = await makeGeneratedWorld(server.url);
  });
  afterAll(async () => await server?.remove());

  const run = async (
    prefix: string,
    options: Pick<GeneratedOptions, 'credentials' | 'known' | 'bodies' | 'files' | 'xml'>,
  ) => {
    const document = await readApiDocument(server.url, prefix);
    const report = await sendGeneratedRequests({
      port: server.port,
      document,
      perOperation,
      seed,
      refusesWith401,
      ...options,
    });
    describeReport(prefix, report);
    expect(report.findings.slice(0, 5)).toEqual([]);
    const due = document.operations.length * perOperation;
    expect(report.sent).toBe(due);
    // A run that was stopped at the door would say nothing.
    const unreached = report.operations.filter(({ reached }) => reached === 0).map(({ operation }) => operation);
    return unreached;
  };

  test('services', { timeout: 600_000 + perOperation * 1_000 }, async () => {
    const unreached = await run('/services/v3', {
      credentials: (operation) => world.headersFor('services', operation),
      known: world.knownToServices,
      xml: true,
    });
    expect(unreached).toEqual([]);
  });

  test('deployments', { timeout: 600_000 + perOperation * 1_000 }, async () => {
    const unreached = await run('/deployments/v1', {
      credentials: async () => ({ authorization: `Bearer ${world.automationToken}` }),
      known: world.knownToDeployments,
      bodies: { submitTemplate: makeSubmission, planTemplate: makeSubmission },
    });
    expect(unreached).toEqual([]);
  });

  // Last: it may publish terms, and then nobody signs in as before.
  test('portal', { timeout: 600_000 + perOperation * 1_000 }, async () => {
    const unreached = await run('/portal/v1', {
      credentials: (operation) => world.headersFor('portal', operation),
      // Keys that end what was signed before would end the token that asks for everything here.
      files: { changeMyPicture: makePicture, rotateSigningKeys: makeNoOptions },
      known: world.knownToPortal,
    });
    expect(unreached).toEqual([]);
    const headers = await world.headersFor('portal', { operationId: 'getMe' });
    expect((await call(server.url, 'GET', '/portal/v1/me', { headers })).status).toBe(200);
  });
};

const makeNoOptions = () => ({ type: 'application/json', content: Buffer.from('{}') });

const describeReport = (prefix: string, { sent, operations }: GeneratedReport): void => {
  const sum = (count: (operation: OperationReport) => number) => operations.reduce((all, one) => all + count(one), 0);
  const worked = ({ statuses }: OperationReport) =>
    [...statuses].filter(([status]) => status < 300).reduce((all, [, count]) => all + count, 0);
  const percent = (part: number) => `${Math.round((part / sent) * 100)} %`;
  const never = operations.filter((one) => worked(one) === 0);
  console.log(
    [
      `${prefix}: ${sent} requests to ${operations.length} operations in ${Math.round(sum((one) => one.milliseconds) / 1000)} s`,
      `  ${percent(sum(worked))} worked, ${percent(sum((one) => one.reached))} reached the operation`,
      ...never.map(({ operation, reached, statuses }) => {
        const answers = [...statuses]
          .sort(([one], [other]) => one - other)
          .map(([status, count]) => `${status}: ${count}`);
        return `  ${operation} never worked, ${reached} reached it (${answers.join(', ')})`;
      }),
    ].join('\n'),
  );
};
