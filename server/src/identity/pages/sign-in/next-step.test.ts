import { expect, test } from 'vitest';
import { type LaterStep, nextStep, type StepFacts } from './next-step.ts';

const plain: StepFacts = {
  methods: ['pwd'],
  secondFactor: 'none',
  hasCodesToShow: false,
  newPassword: undefined,
  missesTerms: false,
};
const everything: StepFacts = {
  methods: ['pwd'],
  secondFactor: 'use',
  hasCodesToShow: true,
  newPassword: 'mustChange',
  missesTerms: true,
};

test.each<[string, Partial<StepFacts>, LaterStep]>([
  ['nothing more', {}, 'done'],
  ['a second factor is there', { secondFactor: 'use' }, 'secondFactor'],
  ['a second factor was shown', { secondFactor: 'use', methods: ['pwd', 'otp', 'mfa'] }, 'done'],
  ['a code by mail is one factor only', { secondFactor: 'use', methods: ['otp'] }, 'secondFactor'],
  ['a passkey with its owner verified is both', { secondFactor: 'use', methods: ['hwk', 'mfa'] }, 'done'],
  ['one is required and missing', { secondFactor: 'enrol' }, 'enrol'],
  [
    'it was just set up',
    { secondFactor: 'use', methods: ['pwd', 'otp', 'mfa'], hasCodesToShow: true },
    'recoveryCodes',
  ],
  ['the password is too old', { newPassword: 'tooOld' }, 'newPassword'],
  ['terms', { missesTerms: true }, 'terms'],
])('%s', (_, facts, step) => {
  expect(nextStep({ ...plain, ...facts })).toBe(step);
});

test('who it is comes before everything else, terms come last', () => {
  const mfa: StepFacts = { ...everything, methods: ['pwd', 'otp', 'mfa'] };
  expect([
    nextStep(everything),
    nextStep(mfa),
    nextStep({ ...mfa, hasCodesToShow: false }),
    nextStep({ ...mfa, hasCodesToShow: false, newPassword: undefined }),
    nextStep({ ...mfa, hasCodesToShow: false, newPassword: undefined, missesTerms: false }),
  ]).toEqual(['secondFactor', 'recoveryCodes', 'newPassword', 'terms', 'done']);
});
