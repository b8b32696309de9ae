import { describe } from 'vitest';
import { testGeneratedRequests } from './support/test-generated-requests.ts';

describe('no input makes a 5xx, at length (goal R5)', () =>
  testGeneratedRequests({ perOperation: 20_000, seed: 20_261_116 }));
