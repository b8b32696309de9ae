import type { Handle } from '../../platform/database/index.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import type { DeploymentDetails } from './deployment.ts';
import { selectDeployment } from './deployment-store.ts';

export async function readDeployment(
  handle: Handle,
  input: { readonly projectId: string; readonly deploymentId: string },
): Promise<DeploymentDetails> {
  const deployment = await selectDeployment(handle, input.projectId, input.deploymentId);
  if (deployment !== undefined) return deployment;
  throw new AppError('notFound', 'deployment.not-found', 'The project has no such deployment.');
}
