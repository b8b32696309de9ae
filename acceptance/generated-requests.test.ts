import { describe } from 'vitest';
import { testGeneratedRequests } from './support/test-generated-requests.ts';

describe('no input makes a 5xx (goal R5)', () => testGeneratedRequests({ perOperation: 1_000, seed: 20_261_115 }));
