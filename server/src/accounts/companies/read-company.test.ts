import { describe, expect, test } from 'vitest';
import { AppError } from '../../platform/errors/app-error.ts';
import { type CompanyInput, readCompany } from './read-company.ts';

const problemsOf = (input: CompanyInput): string[] => {
  try {
    readCompany(input);
    return [];
  } catch (error) {
    return error instanceof AppError ? error.details.map(({ path }) => path) : ['not an AppError'];
  }
};

describe('readCompany', () => {
  test('gives only what was given, in one spelling', () => {
    expect(
      readCompany({
        name: '  Nordlys AS ',
        countryCode: 'no',
        domains: ['Nordlys.Example', 'nordlys.example', 'post.nordlys.example'],
        city: '',
        addressLines: [' Storgata 1 '],
      }),
    ).toEqual({
      name: 'Nordlys AS',
      countryCode: 'NO',
      domains: ['nordlys.example', 'post.nordlys.example'],
      city: null,
      addressLines: ['Storgata 1'],
    });
  });

  test('null clears', () => {
    expect(readCompany({ url: null, vat: null, domains: null, addressLines: null, description: null })).toEqual({
      url: null,
      vat: null,
      domains: [],
      addressLines: [],
      description: '',
    });
  });

  test.each<[string, CompanyInput]>([
    ['/name', { name: ' ' }],
    ['/name', { name: 'a\nb' }],
    ['/url', { url: 'javascript:alert(1)' }],
    ['/url', { url: 'nordlys' }],
    ['/email', { email: 'nobody' }],
    ['/countryCode', { countryCode: 'Norway' }],
    ['/addressLines', { addressLines: Array.from({ length: 11 }, () => 'x') }],
    ['/domains', { domains: ['not a domain'] }],
    ['/domains', { domains: ['-a.example'] }],
    ['/vat', { vat: 'x'.repeat(51) }],
    ['/tenantType', { tenantType: 'x'.repeat(51) }],
  ])('refuses %s of %j', (path, input) => {
    expect(problemsOf(input)).toEqual([path]);
  });

  test('reports all problems at once', () => {
    expect(problemsOf({ name: '', url: 'x', email: 'y' })).toEqual(['/name', '/url', '/email']);
  });
});
