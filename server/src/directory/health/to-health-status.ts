import { portolanVersion } from '../../platform/settings/version.ts';
import { subCodes } from '../error-form.ts';
import type { HealthStatus } from '../wire/health.ts';
import type { HealthReading } from './create-health-reader.ts';
import type { Summary } from './summarize-checks.ts';

/** The version that addresses carry; the release is another number. */
const publicVersion = 'v3';
const notes = ['Readings are at most two seconds old.'];

/** Contract B16, with every member of the schema that has something to say. */
export const toHealthStatus = (reading: HealthReading, { status }: Summary, supportCode: string): HealthStatus => {
  const troubled = reading.checks.filter((check) => check.status !== 'pass');
  const outputs = troubled.map(({ componentId, output }) => `${componentId}: ${output ?? 'no further information'}`);
  return {
    status,
    checks: [...reading.checks],
    ...(reading.installationId === undefined ? {} : { serviceId: reading.installationId }),
    releaseId: portolanVersion,
    version: publicVersion,
    description: 'Health of the platform and of everything that it depends on.',
    notes,
    subCode: status === 'fail' ? subCodes.dependencyFailed : 0,
    supportCode,
    ...(status === 'pass'
      ? {}
      : {
          output: outputs.join('\n'),
          message: status === 'fail' ? 'Some dependencies do not work.' : 'Everything works, but not as it should.',
          information: troubled.map(({ componentId }) => componentId).join(', '),
        }),
  };
};
