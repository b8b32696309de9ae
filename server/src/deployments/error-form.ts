import { Type } from 'typebox';
import type { AppError } from '../platform/errors/app-error.ts';
import type { ErrorForm } from '../platform/http/error-form.ts';
import { SubmissionError } from './submissions/submission-error.ts';
import type { Problem } from './template/problem.ts';

const nullable = <Schema extends Type.TSchema>(schema: Schema) => Type.Union([schema, Type.Null()]);

export const problemSchema = Type.Object(
  {
    code: Type.String({ description: 'Stable code, such as `query.unknown-parameter`.' }),
    message: Type.String(),
    resource: nullable(Type.String({ description: 'Name of the resource that it is about.' })),
    file: nullable(Type.String({ description: '`template` or `parameters`; null for the request itself.' })),
    pointer: Type.String({ description: 'JSON pointer into the decoded file, or into the body of the request.' }),
    line: nullable(Type.Integer({ description: 'Line in the decoded file, from 1.' })),
    column: nullable(Type.Integer({ description: 'Column in the decoded file, from 1, in UTF-16 units.' })),
    excerpt: nullable(Type.String({ description: 'The line of a query with a caret under the place.' })),
  },
  { title: 'DeploymentProblem' },
);

const errorBody = Type.Object(
  { errors: Type.Array(problemSchema), values: Type.Array(Type.Unknown(), { maxItems: 0 }) },
  { title: 'DeploymentFailure', description: 'What is wrong. `values` is empty.' },
);

const ofRequest = (code: string, message: string, pointer: string): Problem => ({
  code,
  message,
  resource: null,
  file: null,
  pointer,
  line: null,
  column: null,
  excerpt: null,
});

/** Every error as a list of problems: those of a submission, the places of a request, or the one sentence of the error. */
export const problemsOf = (error: AppError): readonly Problem[] => {
  if (error instanceof SubmissionError) return error.problems;
  if (error.details.length === 0) return [ofRequest(error.code, error.message, '')];
  return error.details.map(({ message, path }) => ofRequest(error.code, message, path));
};

/** Every body that is no success is `{errors: [...], values: []}` (contract A12). */
export const deploymentsErrorForm = {
  mediaType: 'application/json; charset=utf-8',
  schemaOf: () => errorBody,
  render: (error) => ({ errors: problemsOf(error), values: [] }),
} satisfies ErrorForm;
