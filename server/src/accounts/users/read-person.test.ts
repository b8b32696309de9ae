import { describe, expect, test } from 'vitest';
import { readPerson } from './read-person.ts';

describe('readPerson', () => {
  test('fills in what is absent', () => {
    const { person, problems } = readPerson({ email: ' Kari@Example.com ', firstName: 'Kari', lastName: 'Nordmann' });
    expect(problems).toEqual([]);
    expect(person).toEqual({
      email: 'Kari@Example.com',
      firstName: 'Kari',
      lastName: 'Nordmann',
      displayName: 'Nordmann, Kari',
      phone: null,
      countryCode: null,
      language: null,
    });
  });

  test.each([
    [{ email: 'a@b.c' }, 'a@b.c'],
    [{ email: 'a@b.c', firstName: 'Kari' }, 'Kari'],
    [{ email: 'a@b.c', lastName: 'Nordmann', firstName: null }, 'Nordmann'],
    [{ email: 'a@b.c', lastName: 'Nordmann', displayName: 'The boss' }, 'The boss'],
  ])('%j is shown as %s', (input, shown) => {
    expect(readPerson(input).person.displayName).toBe(shown);
  });

  test('spells codes in one way and takes empty text as absent', () => {
    const { person, problems } = readPerson({ email: 'a@b.c', countryCode: 'no', language: 'nb-NO', phone: '' });
    expect(problems).toEqual([]);
    expect(person).toMatchObject({ countryCode: 'NO', language: 'nb-NO', phone: null });
  });

  test.each([
    ['email', 'nobody'],
    ['email', 'a b@c.d'],
    ['email', 'a@b\r\nBcc: c@d.e'],
    ['firstName', 'x'.repeat(101)],
    ['lastName', 'a\nb'],
    ['displayName', 'x\u202ey'],
    ['phone', 'call me'],
    ['phone', '+1 2'],
    ['countryCode', 'Norway'],
    ['language', 'English!'],
  ])('refuses a %s like %j and says where', (member, text) => {
    const { problems } = readPerson({ email: 'a@b.c', [member]: text }, '/3');
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatchObject({ in: 'body', path: `/3/${member}` });
    expect(problems[0]?.message.startsWith(member)).toBe(true);
  });

  test('reports all problems of a person at once', () => {
    expect(readPerson({ email: '', phone: 'x', countryCode: '!' }).problems.map(({ path }) => path)).toEqual([
      '/email',
      '/phone',
      '/countryCode',
    ]);
  });
});
