import { describe, expect, test } from 'vitest';
import type { RegistrationOptions } from '../wire/users.ts';
import { readRegistrations } from './read-registrations.ts';

const service = 'AAAAAAAA-0000-0000-0000-000000000001';
const other = 'bbbbbbbb-0000-0000-0000-000000000002';

const read = (options: RegistrationOptions | null | undefined, email: string | null = 'ada@example.com') => {
  const given = options === undefined ? { email } : { email, options };
  const { registrations, problems } = readRegistrations([given], () => '');
  return { ...registrations[0], problems: problems.map(({ message }) => message) };
};

test.each([undefined, null, {}])('options %j mean a mail with a link to whoever has or has no account', (options) => {
  expect(read(options)).toMatchObject({
    problems: [],
    sendMail: true,
    creation: 'all',
    activation: 'emailLink',
    subscriptions: [],
    returnUrl: null,
    contactEmail: null,
    contactName: null,
    inviteMessage: null,
  });
});

describe('subscriptions', () => {
  const list = [{ serviceId: other, role: 'Editor', sku: 'gold', overrideNotificationSettings: 'send' as const }];
  const fromList = [
    { serviceId: other, role: 'Editor', sku: 'gold', override: 'send', pointer: '/options/subscriptions/0' },
  ];
  const fromDefault = {
    serviceId: service.toLowerCase(),
    role: 'Reader',
    sku: null,
    override: null,
    pointer: '/options',
  };

  test.each([
    ['none asked for', { serviceId: service, role: 'Reader' }, []],
    ['asked for with a service', { createSubscription: true, serviceId: service, role: 'Reader' }, [fromDefault]],
    [
      'asked for without a service',
      { createSubscription: true, role: 'Reader' },
      [{ ...fromDefault, serviceId: undefined }],
    ],
    [
      'an empty service',
      { createSubscription: true, serviceId: '', role: 'Reader' },
      [{ ...fromDefault, serviceId: undefined }],
    ],
    ['a list wins', { createSubscription: true, serviceId: service, role: 'Reader', subscriptions: list }, fromList],
    ['a list is enough', { subscriptions: list }, fromList],
    ['a list, but no subscription', { createSubscription: false, subscriptions: list }, []],
    [
      'an empty list is none',
      { createSubscription: true, serviceId: service, role: 'Reader', subscriptions: [] },
      [fromDefault],
    ],
    ['null is none', { createSubscription: null, subscriptions: null }, []],
    ['a list makes a bad serviceId not matter', { serviceId: 'x', subscriptions: list }, fromList],
  ])('%s', (_case, options, expected) => {
    expect(read(options)).toMatchObject({ problems: [], subscriptions: expected });
  });
});

describe('what is wrong is told with its place', () => {
  test.each([
    ['no e-mail', read({}, null), '`/email` is required.'],
    ['an empty e-mail', read({}, '  '), '`/email` is required.'],
    ['a code that nobody sends', read({ activationType: 'otp', sendMail: false }), '`/options/activationType` must be'],
    ['a bad service', read({ createSubscription: true, serviceId: 'x' }), '`/options/serviceId` must be a UUID.'],
    ['a bad contact', read({ contactEmail: 'x' }), '`/options/contactEmail` must be an e-mail address.'],
    ['a long name', read({ contactName: 'x'.repeat(201) }), '`/options/contactName` must have at most 200'],
    ['a name of two lines', read({ contactName: 'x\ny' }), '`/options/contactName` must have at most 200'],
    ['a long message', read({ inviteMessage: 'x'.repeat(2_001) }), '`/options/inviteMessage` must have at most 2000'],
    ['a message that rings', read({ inviteMessage: 'x\u0007' }), '`/options/inviteMessage` must have at most 2000'],
    [
      'the same service twice',
      read({ subscriptions: [{ serviceId: other }, { serviceId: other.toUpperCase() }] }),
      '`/options/subscriptions/1/serviceId` names a service',
    ],
    [
      'a long sku',
      read({ subscriptions: [{ serviceId: other, sku: 'x'.repeat(101) }] }),
      '`/options/subscriptions/0/sku` must have at most 100',
    ],
  ])('%s', (_case, { problems }, beginning) => {
    expect(problems).toEqual([expect.stringContaining(beginning)]);
  });

  test('all at once, each in its place of the list', () => {
    const given = [
      { email: '', phone: 'abc' },
      { email: 'a@b.c' },
      { email: 'd@e.f', options: { contactEmail: 'x', serviceId: 'y', createSubscription: true } },
    ];
    const { problems } = readRegistrations([...given, { email: 'x', phone: 'y' }], (place) => `/${place}`);
    expect(problems.map(({ path }) => path).sort()).toEqual([
      '/0/email',
      '/2/options/contactEmail',
      '/2/options/serviceId',
      '/3/email',
      '/3/phone',
    ]);
    expect(problems.at(-1)?.message).toBe('`/3/phone` must be a phone number such as +47 22 00 00 00.');
  });
});
