import type { CheckedTemplate } from '../template/check-template.ts';
import type { PreparedTemplate } from '../template/prepare-template.ts';
import type { Findings } from '../template/problem.ts';
import { reportProblems } from '../template/report-problems.ts';
import { kindOfFindings } from './kind-of-findings.ts';
import { SubmissionError } from './submission-error.ts';

/** Throws everything that was found wrong, each with its place; otherwise gives the template that can be run. */
export function refuseFindings(prepared: PreparedTemplate, findings: Findings): CheckedTemplate {
  if (findings.isEmpty && prepared.checked !== undefined) return prepared.checked;
  const problems = reportProblems(findings.items, prepared.files, findings.count);
  throw new SubmissionError(kindOfFindings(findings.items), problems);
}
