import type { Findings } from '../template/problem.ts';

/** Undoes the transaction of a deployment in which a resource failed. Never reaches the caller: it is told in full first. */
export class FailedRun extends Error {
  readonly findings: Findings;

  constructor(findings: Findings) {
    super('A resource could not be provisioned.');
    this.name = 'FailedRun';
    this.findings = findings;
  }
}
