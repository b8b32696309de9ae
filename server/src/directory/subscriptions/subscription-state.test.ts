import { describe, expect, test } from 'vitest';
import {
  nextState,
  type StateBeforeError,
  type SubscriptionEvent,
  shownState,
  subscriptionEvents,
  subscriptionStates,
} from './subscription-state.ts';

const ordinary = ['none', 'notSubscribing', 'rejected', 'pending', 'subscribing'] as const;

/** The whole of contract B9, written a second time: rows are states, columns the events in their order, `-` is refused. */
const expected = `
  from           add          ask          approve      reject    remove          fail   recover
  none           subscribing  pending      -            -         -               -      -
  notSubscribing subscribing  pending      -            -         notSubscribing  error  -
  rejected       subscribing  pending      -            -         rejected        error  -
  pending        subscribing  pending      subscribing  rejected  rejected        error  -
  subscribing    subscribing  subscribing  -            -         notSubscribing  error  -
`;

const cells = expected
  .trim()
  .split('\n')
  .slice(1)
  .flatMap((line) => {
    const [from = '', ...targets] = line.trim().split(/\s+/);
    return subscriptionEvents.map((event, column) => [from, event, targets[column] ?? ''] as const);
  });

const current = (state: string) =>
  state === 'none' ? undefined : { state: state as StateBeforeError, stateBeforeError: null };

describe('the table of contract B9', () => {
  test('has a cell for every state and event', () => {
    expect(new Set(cells.map(([from]) => from))).toEqual(new Set(ordinary));
    expect(cells.length).toBe(ordinary.length * subscriptionEvents.length);
  });

  test.each(cells)('%s, %s -> %s', (from, event, to) => {
    const next = nextState(current(from), event);
    expect(next?.state ?? '-').toBe(to);
    expect(next?.stateBeforeError ?? null).toBe(to === 'error' ? from : null);
  });

  test.each(cells.filter(([from]) => from !== 'none'))(
    'an error from %s: %s is decided as before it',
    (from, event, to) => {
      const failed = { state: 'error' as const, stateBeforeError: from as StateBeforeError };
      const next = nextState(failed, event);
      if (event === 'recover') expect(next).toEqual({ state: from, stateBeforeError: null });
      else if (event === 'fail') expect(next).toEqual(failed);
      else expect(next?.state ?? '-').toBe(to);
    },
  );

  test('events never lead to a state that is not kept', () => {
    for (const [from, event] of cells) {
      const next = nextState(current(from), event as SubscriptionEvent);
      if (next !== undefined) expect(subscriptionStates).toContain(next.state);
    }
  });
});

test.each([
  [undefined, 'notSubscribing'],
  [{ state: 'pending', stateBeforeError: null }, 'pending'],
  [{ state: 'error', stateBeforeError: 'subscribing' }, 'error'],
] as const)('%j is shown as %s', (state, shown) => {
  expect(shownState(state)).toBe(shown);
});
