import { describe, expect, test } from 'vitest';
import { AppError, type ErrorKind, errorKinds } from '../platform/errors/app-error.ts';
import { statusOfKind } from '../platform/errors/status-of-kind.ts';
import { directoryErrorForm, InformedError } from './error-form.ts';
import { AuthError, ErrorDetail, ValidationError } from './wire/errors.ts';

const render = (error: AppError) =>
  directoryErrorForm.render(error, { supportCode: 's-1', status: statusOfKind[error.kind] });

test.each([
  ['ambiguous', 'service.ambiguous', 2],
  ['invalid', 'request.invalid', 10],
  ['invalid', 'body.unreadable', 8],
  ['invalid', 'body.length', 8],
  ['notFound', 'user.not-found', 1],
  ['unsupportedMediaType', 'body.media-type', 8],
  ['tooLarge', 'body.too-large', 8],
  ['unexpected', 'server.unexpected', 4],
  ['dependencyFailed', 'blob.failed', 3],
  ['unavailable', 'database.unreachable', 3],
] as const)('%s %s has subCode %i (contract B2)', (kind, code, subCode) => {
  expect(render(new AppError(kind, code, 'Something.'))).toEqual({
    message: 'Something.',
    information: code,
    subCode,
    supportCode: 's-1',
  });
});

test.each(['unauthenticated', 'forbidden'] as const)('%s is an AuthError with nothing but its message', (kind) => {
  expect(render(new AppError(kind, 'x.y', 'No.'))).toEqual({ Message: 'No.' });
});

test.each([
  ['unavailable', 'database.unreachable', 502],
  ['unavailable', 'database.busy', 502],
  ['unavailable', 'blobStore.full', 502],
  ['unavailable', 'password.busy', undefined],
  ['invalid', 'database.unreachable', undefined],
] as const)('%s %s is answered with the status %s', (kind, code, status) => {
  expect(directoryErrorForm.statusOf(new AppError(kind, code, 'Something.'))).toBe(status);
});

describe('information', () => {
  test('is what the error has to say to programs', () => {
    expect(render(new InformedError('ambiguous', 'service.ambiguous', 'Several.', 'a, b'))).toMatchObject({
      information: 'a, b',
      subCode: 2,
    });
  });

  test('tells all places where several are wrong', () => {
    const details = ['One.', 'Two.'].map((message) => ({ in: 'body' as const, path: '/x', message }));
    expect(render(new AppError('invalid', 'request.invalid', 'One.', { details }))).toMatchObject({
      information: 'One. Two.',
    });
  });
});

test('every kind has a body that its schema lists', () => {
  const schemas = { 401: AuthError, 403: AuthError, 406: ValidationError } as Readonly<Record<number, object>>;
  for (const kind of errorKinds) {
    const status = statusOfKind[kind satisfies ErrorKind];
    const schema = directoryErrorForm.schemaOf(status);
    expect(schema).toBe(schemas[status] ?? ErrorDetail);
    for (const member of Object.keys(render(new AppError(kind, 'a.b', 'c')) as object)) {
      expect(Object.keys(schema.properties)).toContain(member);
    }
  }
});
