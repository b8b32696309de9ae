import { createSecretKey, randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { judgePlanId, type PlannedState, planIdOf } from './plan-id.ts';

const key = createSecretKey(randomBytes(32));
const state: PlannedState = {
  projectId: 'p',
  filesHash: Buffer.alloc(32, 1),
  group: { id: 'g', revision: 1 },
  resources: [
    ['a', { id: '1', revision: 3 }],
    ['b', null],
  ],
};
const planId = planIdOf(key, state);

test.each<[string, Partial<PlannedState>, string]>([
  ['nothing', {}, 'fresh'],
  ['the revision of the group', { group: { id: 'g', revision: 2 } }, 'stale'],
  ['the group itself', { group: { id: 'h', revision: 1 } }, 'stale'],
  ['that there is a group', { group: null }, 'stale'],
  [
    'the revision of a resource',
    {
      resources: [
        ['a', { id: '1', revision: 4 }],
        ['b', null],
      ],
    },
    'stale',
  ],
  [
    'that there is a resource',
    {
      resources: [
        ['a', { id: '1', revision: 3 }],
        ['b', { id: '2', revision: 1 }],
      ],
    },
    'stale',
  ],
  ['the files', { filesHash: Buffer.alloc(32, 2) }, 'otherFiles'],
  ['the project', { projectId: 'q' }, 'otherFiles'],
])('what has changed: %s', (_title, change, verdict) => {
  expect(judgePlanId(key, planId, { ...state, ...change })).toBe(verdict);
});

test.each(['', 'x', 'plan_', planId.slice(0, -1), `${planId}AAAA`, planId.replace('plan_', 'plan-')])(
  '"%s" is none',
  (id) => {
    expect(judgePlanId(key, id, state)).toBe('malformed');
  },
);

test('another key made it', () => {
  expect(judgePlanId(createSecretKey(randomBytes(32)), planId, state)).toBe('otherFiles');
});
