import type { ContainerClient } from '@azure/storage-blob';
import type { ObjectStoreLimits } from '../remote/object-store-limits.ts';

export interface AzureContainer {
  readonly container: ContainerClient;
  readonly prefix: string;
  readonly limits: ObjectStoreLimits;
}
