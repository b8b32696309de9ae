import { styleText } from 'node:util';

/** Tells a person what the start is doing: a line per step, with the time it took. */
export interface Steps {
  /** Runs one step and prints its line when it is done; `note` tells more than the name, and afterwards has its own line. */
  run<Result>(name: string, step: (note: (text: string) => void) => Promise<Result>): Promise<Result>;
}

export const printSteps = (output: NodeJS.WritableStream): Steps => ({
  run: async (name, step) => {
    const begun = performance.now();
    let noted = '';
    let done = false;
    const result = await step((text) => {
      if (done) output.write(`  ${name.padEnd(12)} ${text}\n`);
      else noted = text;
    });
    done = true;
    const milliseconds = `${Math.round(performance.now() - begun)} ms`;
    output.write(`  ${name.padEnd(12)} ${noted.padEnd(44)} ${styleText('dim', milliseconds)}\n`);
    return result;
  },
});

export const silentSteps: Steps = { run: async (_name, step) => await step(() => undefined) };
