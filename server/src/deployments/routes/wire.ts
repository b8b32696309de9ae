import { Type } from 'typebox';
import { problemSchema } from '../error-form.ts';

const nullable = <Schema extends Type.TSchema>(schema: Schema) => Type.Union([schema, Type.Null()]);

export const projectParams = Type.Object({
  projectId: Type.String({ format: 'uuid', description: 'Id of the project.' }),
});

export const submissionBody = Type.Object(
  {
    format: Type.Literal('json', { description: '`json`.' }),
    template: Type.String({ description: 'base64 of the template file.' }),
    parameters: Type.String({ description: 'base64 of the parameter file.' }),
    planId: Type.Optional(
      nullable(Type.String({ maxLength: 200, description: 'Refuse with 412 when this plan is no longer right.' })),
    ),
  },
  { title: 'Submission' },
);

export const submissionHeaders = Type.Object({
  'idempotency-key': Type.Optional(
    Type.String({ description: 'The same key and body give the first result again; another body is 422.' }),
  ),
});

export const submissionResult = Type.Object(
  {
    errors: Type.Null(),
    values: Type.Array(
      Type.Object({ name: Type.String(), value: Type.Unknown({ description: 'Text, list or object.' }) }),
      { description: 'One entry per output of the template.' },
    ),
  },
  { title: 'SubmissionResult' },
);

const plannedChange = Type.Object(
  {
    field: Type.String({ description: 'JSON pointer into the group or the resource.' }),
    before: Type.Optional(Type.Unknown()),
    after: Type.Optional(Type.Unknown()),
    query: Type.Optional(Type.String({ description: 'The query that will give the value when the deployment runs.' })),
  },
  { title: 'PlannedChange' },
);

const action = Type.Enum(['create', 'update', 'noChange'], { description: 'What the submission does.' });

export const planResult = Type.Object(
  {
    errors: Type.Null(),
    planId: Type.String({ description: 'To be named by the submission that carries the plan out.' }),
    resourceGroup: Type.Object({ name: Type.String(), action, changes: Type.Array(plannedChange) }),
    resources: Type.Array(
      Type.Object(
        {
          name: Type.String(),
          resourceType: Type.String(),
          id: nullable(Type.String()),
          action,
          changes: Type.Array(plannedChange),
          effects: Type.Array(Type.String(), { description: 'What happens besides, such as that a secret is issued.' }),
        },
        { title: 'PlannedResource' },
      ),
    ),
    warnings: Type.Array(problemSchema),
  },
  { title: 'TemplatePlan' },
);

const deploymentMembers = {
  id: Type.String({ format: 'uuid' }),
  state: Type.Enum(['succeeded', 'failed']),
  resourceGroup: Type.Object({ id: nullable(Type.String()), name: nullable(Type.String()) }),
  templateHash: Type.String({ description: 'SHA-256 of the decoded template, in hex.' }),
  submittedBy: Type.Object({
    tokenId: Type.String(),
    tokenName: Type.String(),
    externalSubject: nullable(Type.String({ description: 'The job of a trusted issuer.' })),
  }),
  supportCode: Type.String(),
  startedOn: Type.String({ format: 'date-time' }),
  finishedOn: Type.String({ format: 'date-time' }),
  durationMs: Type.Integer(),
  resourceCount: Type.Integer(),
  createdCount: Type.Integer(),
  changedCount: Type.Integer(),
};

const deployment = Type.Object(deploymentMembers, { title: 'Deployment' });

export const deploymentPage = Type.Object(
  {
    result: Type.Array(deployment),
    pageIndex: Type.Integer(),
    pageSize: Type.Integer(),
    totalCount: Type.Integer(),
    totalPages: Type.Integer(),
  },
  { title: 'DeploymentPage' },
);

const { excerpt: _excerpt, ...keptMembers } = problemSchema.properties;
const keptProblem = Type.Object(keptMembers, { title: 'KeptProblem' });

export const deploymentDetails = Type.Object(
  {
    ...deploymentMembers,
    resources: Type.Array(
      Type.Object(
        {
          name: Type.String(),
          resourceType: Type.String(),
          id: Type.String(),
          action,
          changedFields: Type.Array(Type.String({ description: 'JSON pointer into the resource.' })),
        },
        { title: 'DeployedResource' },
      ),
    ),
    errors: nullable(Type.Array(keptProblem)),
    warnings: Type.Array(keptProblem),
  },
  { title: 'DeploymentDetails' },
);

const drifted = {
  id: Type.String(),
  name: Type.String(),
  deploymentId: Type.String({ description: 'The deployment that the changes are counted from.' }),
  deployedOn: Type.String({ format: 'date-time' }),
  changes: Type.Array(
    Type.Object({
      field: Type.String({ description: 'JSON pointer into the resource or the group.' }),
      deployed: Type.Unknown({ description: 'As the last deployment left it.' }),
      current: Type.Unknown(),
    }),
  ),
};

export const driftResult = Type.Object(
  {
    result: Type.Array(
      Type.Object(
        {
          ...drifted,
          resourceType: Type.String(),
          resourceGroup: Type.Object({ id: Type.String(), name: Type.String() }),
        },
        { title: 'DriftedResource' },
      ),
    ),
    resourceGroups: Type.Array(Type.Object(drifted, { title: 'DriftedGroup' })),
  },
  { title: 'Drift' },
);
