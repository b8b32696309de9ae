import type { Handle } from '../../platform/database/index.ts';
import type { Deployment } from './deployment.ts';
import { countDeployments, type DeploymentFilter, selectDeployments } from './deployment-store.ts';

export interface DeploymentPage {
  readonly result: readonly Deployment[];
  /** Counts from 1. */
  readonly pageIndex: number;
  readonly pageSize: number;
  readonly totalCount: number;
  readonly totalPages: number;
}

/** The submissions to a project, newest first. */
export async function listDeployments(
  handle: Handle,
  input: DeploymentFilter & { readonly pageIndex: number; readonly pageSize: number },
): Promise<DeploymentPage> {
  const { pageIndex, pageSize, ...filter } = input;
  const totalCount = await countDeployments(handle, filter);
  const skip = (pageIndex - 1) * pageSize;
  const result = skip >= totalCount ? [] : await selectDeployments(handle, { ...filter, skip, limit: pageSize });
  return { result, pageIndex, pageSize, totalCount, totalPages: Math.ceil(totalCount / pageSize) };
}
