import { expect, test } from 'vitest';
import { type Answer, judgeAnswer, judgeLikeness, type Probe } from '../support/authorization-matrix.ts';

const probe: Probe = {
  operation: 'portal getProject',
  principal: 'somebody',
  about: 'otherTenant',
  method: 'GET',
  path: '/',
  headers: {},
  expected: [404],
  likeness: 'whole',
  unseen: ['Faraway'],
};
const answer: Answer = { status: 404, text: 'There is no such project.', headers: '[]' };

test.each<[string, Partial<Probe>, Partial<Answer>, string | undefined]>([
  ['a refusal that is due', {}, {}, undefined],
  ['a success where a refusal is due', {}, { status: 200 }, '200 and not 404'],
  ['another refusal', {}, { status: 403 }, '403 and not 404'],
  ['a failure', {}, { status: 500 }, '500 and not 404'],
  ['a success that is due', { expected: undefined }, { status: 204 }, undefined],
  ['a refusal where a success is due', { expected: undefined }, { status: 404 }, '404 and not a success'],
  ['a foreign word in a success', { expected: undefined }, { status: 200, text: 'Faraway' }, 'tells of Faraway'],
  ['a refusal of another kind', { expected: [401], says: 'code' }, { status: 401, text: 'token' }, 'not "code"'],
])('%s', (_name, probed, answered, problem) => {
  const judged = judgeAnswer({ ...probe, ...probed }, { ...answer, ...answered });
  if (problem === undefined) expect(judged).toBeUndefined();
  else expect(judged).toContain(problem);
});

test.each<[string, Partial<Answer>, number]>([
  ['the same answer', {}, 0],
  ['another body', { text: 'There is no such user.' }, 1],
  ['another status', { status: 403 }, 1],
  ['another header', { headers: '[["x-cache","hit"]]' }, 1],
])('a foreign thing and a missing one: %s', (_name, other, found) => {
  const missing = { ...probe, about: 'missing' };
  expect(
    judgeLikeness([
      [probe, answer],
      [missing, { ...answer, ...other }],
    ]),
  ).toHaveLength(found);
  // Those of another principal are not compared.
  expect(
    judgeLikeness([
      [probe, answer],
      [
        { ...missing, principal: 'somebody else' },
        { ...answer, ...other },
      ],
    ]),
  ).toEqual([]);
});
