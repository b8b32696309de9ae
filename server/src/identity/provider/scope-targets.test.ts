import { describe, expect, test } from 'vitest';
import { readScopeTargets } from './scope-targets.ts';

const id = '0d4cf9cf-2b6f-4c3c-9d7a-1f3a0c9b7c11';

describe('scopes that name their API (contract X5)', () => {
  test.each([
    ['openid profile', ['openid', 'profile'], [], false],
    [`${id}/.default`, [], [id], true],
    [`api://orders/.default openid`, ['openid'], ['api://orders'], true],
    ['api://orders//.default', [], ['api://orders'], true],
    ['api://orders/read api://orders/write', ['read', 'write'], ['api://orders'], false],
    ['https://api.example.com/v1/read', ['read'], ['https://api.example.com/v1'], false],
    ['a/.default', ['a/.default'], [], false],
    ['api://a/x api://b/y', ['x', 'y'], ['api://a', 'api://b'], false],
    ['', [], [], false],
  ])('%s', (text, scopes, apis, wantsDefault) => {
    expect(readScopeTargets(text)).toEqual({ scopes, apis, wantsDefault });
  });
});
