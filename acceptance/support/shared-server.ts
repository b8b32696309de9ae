import type { TestProject } from 'vitest/node';
import { startPortolan } from './start-portolan.ts';

declare module 'vitest' {
  interface ProvidedContext {
    portolanUrl: string;
    /** Its data folder, for what it leaves there: the mails. */
    portolanData: string;
  }
}

/** One server for all tests that neither restart nor break it. */
export const setup = async (project: TestProject): Promise<() => Promise<void>> => {
  const server = await startPortolan();
  project.provide('portolanUrl', server.url);
  project.provide('portolanData', server.data);
  return async () => await server.remove();
};
