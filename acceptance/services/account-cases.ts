import { randomUUID } from 'node:crypto';
import {
  type Ask,
  keyIsEnough,
  nothingToGetWrong,
  nothingToLookUp,
  type OperationCase,
  unknownId,
} from './operation-case.ts';
import type { Headers, Invited, Person } from './world.ts';

const me = '/directory/users/me';
const ask = (path: string, body: unknown, headers?: Headers): Ask => ({
  path: `${me}/${path}`,
  body,
  ...(headers === undefined ? {} : { headers }),
});

const passwords = (person: Pick<Person, 'password'>) => ({
  oldPassword: person.password,
  newPassword: 'another long and winding road',
  newPasswordRepeat: 'another long and winding road',
});
const taking = {
  password: 'a long and winding road',
  passwordRepeat: 'a long and winding road',
  acceptPlatformTerms: true,
  acceptServiceTerms: false,
};
const takes = ({ token }: Pick<Invited, 'token'>, changes: object = {}): Ask => ({
  ...ask('activate', { ...taking, ...changes }, { authToken: token }),
  as: 'keyOnly',
});
const wrongToken = { 404: 'a token or code that opens no account is 401' };

/** What people do to their own account, and how they take it. */
export const accountCases: readonly OperationCase[] = [
  {
    operation: 'POST /directory/users/me/edit',
    example: () => ask('edit', {}),
    asks: {
      204: ({ person }) => ask('edit', { firstName: 'Grace', lastName: 'Hopper' }, person.headers),
      400: ({ person }) => ask('edit', { countryCode: 'nowhere' }, person.headers),
    },
    never: nothingToLookUp,
  },
  {
    operation: 'POST /directory/users/me/change/password',
    example: () => ask('change/password', {}),
    asks: {
      204: async (world) => {
        const person = await world.activate();
        return ask('change/password', passwords(person), person.headers);
      },
      400: ({ person }) => ask('change/password', { ...passwords(person), newPasswordRepeat: 'else' }, person.headers),
    },
    never: nothingToLookUp,
  },
  {
    operation: 'POST /directory/users/me/change/{type}',
    example: () => ask('change/email', { newAddress: 'grace@example.org' }),
    asks: {
      204: async (world) => {
        const { email, headers } = await world.activate();
        return ask('change/email', { oldAddress: email, newAddress: `${randomUUID()}@example.org` }, headers);
      },
      400: ({ person }) => ask('change/fax', { newAddress: '1' }, person.headers),
    },
    never: nothingToLookUp,
  },
  {
    operation: 'POST /directory/users/me/change/{type}/verify',
    example: () => ask('change/email/verify', {}),
    asks: {
      204: async (world) => {
        const { email, headers } = await world.activate();
        const address = `${randomUUID()}@example.org`;
        const asked = await fetch(`${world.url}/services/v3${me}/change/email`, {
          method: 'POST',
          headers: { ...headers, 'content-type': 'application/json' },
          body: JSON.stringify({ oldAddress: email, newAddress: address }),
        });
        if (asked.status !== 204) throw new Error(`asking for an address: ${asked.status} ${await asked.text()}`);
        return ask('change/email/verify', { address, activationCode: await world.codeTo(address) }, headers);
      },
      400: ({ person }) => ask('change/email/verify', { activationCode: 123_456 }, person.headers),
      401: ({ person }) => ask('change/email/verify', { address: 'a@b.example', activationCode: '1' }, person.headers),
    },
    never: nothingToLookUp,
  },
  {
    operation: 'POST /directory/users/me/accept/terms',
    example: () => ask('accept/terms', { acceptPlatformTerms: false, acceptServiceTerms: false }),
    asks: {
      204: () => ask('accept/terms', { acceptPlatformTerms: true, acceptServiceTerms: false }),
      400: () => ask('accept/terms', { acceptPlatformTerms: true, acceptServiceTerms: true }),
      404: () => ask('accept/terms', { acceptPlatformTerms: true, acceptServiceTerms: true, serviceId: unknownId }),
    },
  },
  {
    operation: 'POST /directory/users/me/exchange/otp',
    example: () => ({ path: `${me}/exchange/otp`, headers: { otpAuthCode: '000000', emailAddress: 'a@b.example' } }),
    asks: {
      200: async (world) => {
        const { email } = await world.invite({ sendMail: true, activationType: 'otp' });
        const headers = { otpAuthCode: await world.codeTo(email), emailAddress: email };
        return { path: `${me}/exchange/otp`, as: 'keyOnly', headers };
      },
      401: () => ({
        path: `${me}/exchange/otp`,
        as: 'keyOnly',
        headers: { otpAuthCode: '000000', emailAddress: 'a@b.example' },
      }),
    },
    never: { ...keyIsEnough, ...nothingToGetWrong, ...wrongToken },
  },
  {
    operation: 'GET /directory/users/me/pending/activation',
    example: ({ person }) => ({ path: `${me}/pending/activation`, headers: { authToken: person.token } }),
    asks: {
      200: async (world) => ({
        path: `${me}/pending/activation`,
        as: 'keyOnly',
        headers: { authToken: (await world.invite()).token },
      }),
      401: ({ person }) => ({
        path: `${me}/pending/activation`,
        as: 'keyOnly',
        headers: { authToken: person.token },
      }),
    },
    never: { ...keyIsEnough, ...nothingToGetWrong, ...wrongToken },
  },
  {
    operation: 'POST /directory/users/me/activate',
    example: ({ person }) => takes(person),
    asks: {
      204: async (world) => takes(await world.invite()),
      400: async (world) => takes(await world.invite(), { passwordRepeat: 'else' }),
      401: ({ person }) => takes(person),
    },
    never: { ...keyIsEnough, ...wrongToken },
  },
];
