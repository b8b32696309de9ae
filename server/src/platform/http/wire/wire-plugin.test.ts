import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parseXmlBody } from './parse-xml-body.ts';
import { AuthError, createSampleApp, user } from './test/sample-app.ts';
import { ErrorDetail, MyUserInfo } from './test/sample-schemas.ts';

let app: FastifyInstance;
beforeAll(async () => {
  app = await createSampleApp();
});
afterAll(() => app.close());

const get = (url: string, headers: Record<string, string> = {}) =>
  app.inject({ method: 'GET', url: `/b${url}`, headers });

describe('answers', () => {
  test('are JSON unless XML is asked for', async () => {
    for (const accept of [undefined, '*/*', 'application/json', 'image/png']) {
      const response = await get('/profile', accept === undefined ? {} : { accept });
      expect(response.headers['content-type']).toBe('application/json; charset=utf-8');
      expect(response.headers.vary).toBe('Accept');
      expect(response.json()).toEqual(user);
    }
  });

  test.each(['application/xml', 'text/xml'])('as %s carry the same, filtered by the same schema', async (accept) => {
    const response = await get('/profile', { accept });
    expect(response.statusCode).toBe(200);
    expect(response.headers['content-type']).toBe(`${accept}; charset=utf-8`);
    expect(response.headers.vary).toBe('Accept');
    expect(response.body).toContain('<_x0023_companies>2</_x0023_companies>');
    expect(response.body).not.toContain('hidden');
    expect(parseXmlBody(response.body, MyUserInfo)).toEqual(user);
  });

  test('text/json', async () => {
    const response = await get('/profile', { accept: 'text/json' });
    expect(response.headers['content-type']).toBe('text/json; charset=utf-8');
    expect(response.json()).toEqual(user);
  });

  test('scalars and lists', async () => {
    const headers = { accept: 'application/xml' };
    expect((await get('/count', headers)).body).toContain('>5</int>');
    expect((await get('/count')).body).toBe('5');
    expect((await get('/users', headers)).body).toMatch(/<ArrayOfUserReference [^>]*><UserReference><activated>true/);
  });

  test('a handler that sets a type has decided', async () => {
    const response = await get('/image', { accept: 'application/xml' });
    expect(response.headers['content-type']).toBe('image/png');
  });

  test('nothing stays nothing', async () => {
    const response = await get('/nothing', { accept: 'application/xml' });
    expect([response.statusCode, response.body]).toEqual([204, '']);
  });

  test('a route may offer another media type with a schema of its own', async () => {
    const ask = async (accept: string) => {
      const response = await get('/health', { accept });
      return [response.headers['content-type'], response.body];
    };
    expect(await ask('application/health+json')).toEqual([
      'application/health+json; charset=utf-8',
      '{"status":"pass","draft":true}',
    ]);
    expect(await ask('text/json')).toEqual(['text/json; charset=utf-8', '{"status":"pass","subCode":0}']);
    expect(await ask('*/*')).toEqual(['application/json; charset=utf-8', '{"status":"pass","subCode":0}']);
    expect((await ask('text/xml'))[1]).toContain('<status>pass</status><subCode>0</subCode></HealthStatus>');
  });
});

describe('errors', () => {
  const headers = { accept: 'text/xml' };
  test('have the form that was asked for', async () => {
    const response = await get('/paged', headers);
    expect(response.statusCode).toBe(400);
    expect(response.headers['content-type']).toBe('text/xml; charset=utf-8');
    expect(parseXmlBody(response.body, ErrorDetail)).toMatchObject({ information: 'request.invalid', subCode: 8 });
    expect((await get('/paged')).json()).toMatchObject({ information: 'request.invalid' });
  });
  test('use the schema of their status', async () => {
    const response = await get('/denied', headers);
    expect([response.statusCode, parseXmlBody(response.body, AuthError)]).toEqual([401, { Message: 'no' }]);
  });
  test('of an unknown address use what the area declares for all', async () => {
    const response = await get('/nowhere', headers);
    expect([response.statusCode, parseXmlBody(response.body, ErrorDetail)]).toEqual([
      404,
      { message: 'nothing here', subCode: 1 },
    ]);
    expect(response.body).not.toContain('hidden');
  });
  test('an answer that does not fit its schema is a 500 in the same form', async () => {
    const response = await get('/broken', headers);
    expect([response.statusCode, response.headers['content-type']]).toEqual([500, 'text/xml; charset=utf-8']);
    expect((await get('/broken')).statusCode).toBe(500);
  });
});
