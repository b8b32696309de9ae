import { AppError } from '../../platform/errors/app-error.ts';
import { contended } from './apply-changes.ts';

const tries = 5;

/** Does work that reads, decides and writes again when somebody else wrote in between. */
export const tryUntilSettled = async (work: () => Promise<void>): Promise<void> => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (attempt === tries || !(error instanceof AppError) || error.code !== contended) throw error;
    }
  }
};
