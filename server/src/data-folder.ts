import { join } from 'node:path';
import type { Config } from './config.ts';

// What lies where below PORTOLAN_DATA; the embedded database has its own place there.

export const keyFileOf = (config: Config): string => join(config.data, 'encryption.keys');
export const auditFolderOf = (config: Config): string => join(config.data, 'audit');
export const outboxOf = (config: Config): string => join(config.data, 'outbox');
export const blobsOf = (config: Config): string => config.blobs ?? `file:${join(config.data, 'blobs')}`;
