import { expect, test } from 'vitest';
import { driftedFields } from './drifted-fields.ts';

const state = {
  id: '1',
  name: 'a',
  locked: false,
  sections: { properties: { a: 1, list: [1, 2], o: { x: 1 } }, advanced: {} },
};

test('names each field that differs, lists as a whole, and what came or went', () => {
  const current = {
    id: '2',
    name: 'a',
    locked: true,
    sections: { properties: { a: 1, list: [2, 1], o: { x: 2 }, fresh: 'y' }, advanced: {} },
  };
  expect(driftedFields(state, current)).toEqual([
    { field: '/locked', deployed: false, current: true },
    { field: '/sections/properties/list', deployed: [1, 2], current: [2, 1] },
    { field: '/sections/properties/o/x', deployed: 1, current: 2 },
    { field: '/sections/properties/fresh', deployed: null, current: 'y' },
  ]);
  expect(driftedFields(state, structuredClone(state))).toEqual([]);
});
