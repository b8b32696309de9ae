import { randomBytes } from 'node:crypto';
import type { RandomSource } from './base62.ts';

const form = /^[0-9a-f]{32}$/;

/** 128 random bits as 32 lower-case hex characters (contract X6). */
export const issueSubscriptionKey = (random: RandomSource = randomBytes): string =>
  Buffer.from(random(16)).toString('hex');

/** Anything else cannot be a key and needs no look-up. */
export const isSubscriptionKey = (text: string): boolean => form.test(text);
