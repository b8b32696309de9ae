import { afterAll, beforeAll } from 'vitest';

export interface OpenedBench<Bench> {
  readonly bench: Bench;
  close(): Promise<void>;
}

/** Opens a bench for a test file and closes it after the last test. */
export const useBench = <Bench>(open: () => Promise<OpenedBench<Bench>>): (() => Bench) => {
  let opened: OpenedBench<Bench> | undefined;
  beforeAll(async () => {
    opened = await open();
  });
  afterAll(async () => await opened?.close());
  return () => {
    if (opened === undefined) throw new Error('The bench is not open.');
    return opened.bench;
  };
};
