import { createHash } from 'node:crypto';
import type { Handle } from '../../platform/database/index.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import { addressGroup } from './address-group.ts';
import {
  countTry,
  forgetTries,
  selectWait,
  type ThrottleLimits,
  type ThrottleSubject,
  takeTryBack,
} from './throttle-store.ts';

/** Who tries: the e-mail as typed, whether or not there is such an account, and where from. */
export interface SignInTry {
  readonly email: string;
  readonly address: string;
}

// About a hundred tries a day on one account, however patient the guesser (NIST SP 800-63B asks for such a bound).
const accountLimits: ThrottleLimits = { free: 10, firstWait: 30, longestWait: 900, forgetAfter: 3_600 };
// An office behind one address has many people who mistype.
const addressLimits: ThrottleLimits = { free: 50, firstWait: 10, longestWait: 300, forgetAfter: 900 };

const subjectOf = (kind: ThrottleSubject['kind'], text: string): ThrottleSubject => ({
  kind,
  hash: createHash('sha256').update(`${kind}:${text}`).digest(),
});
const accountOf = (given: SignInTry) => subjectOf('account', given.email.trim().normalize('NFC').toLowerCase());
const addressOf = (given: SignInTry) => subjectOf('address', addressGroup(given.address));

/** Counts a try before it is looked at, and refuses it when there were too many without a success. */
export const takeSignInTry = async (handle: Handle, given: SignInTry): Promise<void> => {
  const [account, address] = [accountOf(given), addressOf(given)];
  if (!(await countTry(handle, address, addressLimits))) throw tooMany(await selectWait(handle, address));
  if (!(await countTry(handle, account, accountLimits))) throw tooMany(await selectWait(handle, account));
};

/** After a success the account starts anew; the address, from which others may be guessing, only gets this try back. */
export const forgiveSignInTries = async (handle: Handle, given: SignInTry): Promise<void> => {
  await forgetTries(handle, accountOf(given));
  await takeTryBack(handle, addressOf(given));
};

/** When the try could not be looked at because too much was going on: it does not count. */
export const returnSignInTry = async (handle: Handle, given: SignInTry): Promise<void> => {
  await takeTryBack(handle, accountOf(given));
  await takeTryBack(handle, addressOf(given));
};

const tooMany = (seconds: number): AppError =>
  new AppError('tooManyRequests', 'sign-in.too-many-tries', 'There were too many tries. Wait a little and try again.', {
    headers: { 'retry-after': String(seconds) },
  });
