import { AppError, type ErrorDetail } from '../../../platform/errors/app-error.ts';

/** Something that is no error and that the author of the template should hear of. */
export interface Warning {
  /** JSON pointer into the resource. */
  readonly path: string;
  readonly message: string;
}

/** What is wrong with one resource, gathered so that all of it is told at once (contract A8). */
export interface Findings {
  /** Values that are wrong in themselves. */
  readonly problems: ErrorDetail[];
  /** Values that name what is not there, or that do not go with what is. */
  readonly conflicts: ErrorDetail[];
  readonly warnings: Warning[];
}

export const createFindings = (): Findings => ({ problems: [], conflicts: [], warnings: [] });

export const addProblem = (findings: Findings, path: string, message: string): void => {
  findings.problems.push({ in: 'body', path, message });
};

export const addConflict = (findings: Findings, path: string, message: string): void => {
  findings.conflicts.push({ in: 'body', path, message });
};

export const addWarning = (findings: Findings, path: string, message: string): void => {
  findings.warnings.push({ path, message });
};

const mostInMessage = 10;

/** Throws all that was found wrong. `code` reads `service.invalid`. */
export const refuseFindings = (findings: Findings, code: string): void => {
  const details = [...findings.problems, ...findings.conflicts];
  if (details.length === 0) return;
  const more = details.length > mostInMessage ? ` And ${details.length - mostInMessage} more.` : '';
  const message = details
    .slice(0, mostInMessage)
    .map((detail) => detail.message)
    .join(' ');
  throw new AppError(findings.problems.length > 0 ? 'invalid' : 'unprocessable', code, message + more, { details });
};

/** JSON pointer (RFC 6901) of the members. */
export const pointerOf = (members: readonly (string | number)[]): string =>
  members.map((member) => `/${String(member).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
