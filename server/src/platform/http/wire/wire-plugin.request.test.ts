import { once } from 'node:events';
import { connect } from 'node:net';
import type { FastifyInstance, InjectOptions } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createSampleApp } from './test/sample-app.ts';

let app: FastifyInstance;
beforeAll(async () => {
  app = await createSampleApp();
});
afterAll(() => app.close());

const call = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, options: InjectOptions = {}) =>
  app.inject({ method, url: `/b${url}`, ...options });
const send = (url: string, type: string | undefined, payload?: string | Buffer, more: Record<string, string> = {}) =>
  call('POST', url, {
    headers: { ...(type === undefined ? {} : { 'content-type': type }), ...more },
    ...(payload === undefined ? {} : { payload }),
  });
const received = (response: { json: () => unknown }) => {
  const { received: text } = response.json() as { received: string };
  return text === 'undefined' ? undefined : JSON.parse(text);
};

describe('bodies', () => {
  const value = { email: 'ada@example.test', phone: '007', options: { sendMail: false } };
  const xml =
    '<UserRegistration><options><sendMail>false</sendMail></options><email>ada@example.test</email><phone>007</phone><x/></UserRegistration>';

  test.each([
    'application/json',
    'text/json',
    'application/json; charset=UTF-8',
    'application/vnd.acme.user+json',
    'APPLICATION/JSON',
  ])('as %s', async (type) => {
    expect(received(await send('/user', type, JSON.stringify({ ...value, unknown: 1 })))).toEqual(value);
  });
  test.each(['application/xml', 'text/xml', 'application/xml; charset=utf-8'])('as %s', async (type) => {
    expect(received(await send('/user', type, xml))).toEqual(value);
    expect(received(await send('/users', type, `<ArrayOfUserRegistration>${xml}</ArrayOfUserRegistration>`))).toEqual([
      value,
    ]);
  });
  test('with a byte order mark', async () => {
    expect(received(await send('/user', 'application/json', `\uFEFF${JSON.stringify(value)}`))).toEqual(value);
    expect(received(await send('/user', 'text/xml', `\uFEFF${xml}`))).toEqual(value);
  });
  test('that are wrong are refused with the same words', async () => {
    const json = await send('/user', 'application/json', '{"email":"x","options":{"sendMail":"maybe"}}');
    const same = await send(
      '/user',
      'text/xml',
      '<U><email>x</email><options><sendMail>maybe</sendMail></options></U>',
    );
    expect(json.statusCode).toBe(400);
    expect(json.json().message).toBe('`/email` must be an e-mail address. (1 more)');
    expect(same.json().message).toBe(json.json().message);
  });

  const nil = '<U xmlns:i="http://www.w3.org/2001/XMLSchema-instance" i:nil="true"/>';
  test.each([
    ['no body at all', undefined, undefined],
    ['an empty JSON body', 'application/json', ''],
    ['JSON null', 'application/json', 'null'],
    ['JSON space', 'text/json', ' \n'],
    ['an empty XML body', 'application/xml', ''],
    ['an XML nil', 'application/xml', nil],
    ['an empty form', 'application/x-www-form-urlencoded', ''],
  ])('%s means no options', async (_case, type, payload) => {
    for (const method of ['PUT', 'DELETE'] as const) {
      const options = {
        headers:
          type === undefined ? {} : { 'content-type': type, 'content-length': `${Buffer.byteLength(payload ?? '')}` },
      };
      const response = await call(method, '/options', payload === undefined ? options : { ...options, payload });
      expect([response.statusCode, received(response)]).toEqual([200, undefined]);
    }
    const required = await send('/user', type, payload, payload === '' ? { 'content-length': '0' } : {});
    expect([required.statusCode, required.json().message]).toEqual([400, 'The body is required.']);
  });

  test('JSON with an empty body is fine for any method', async () => {
    const response = await call('GET', '/profile', { headers: { 'content-type': 'application/json' } });
    expect(response.statusCode).toBe(200);
  });

  test.each<[string, string | undefined, string | Buffer, Record<string, string>, number, string]>([
    ['unknown type', 'application/yaml', 'a: 1', {}, 415, 'body.media-type'],
    ['form', 'application/x-www-form-urlencoded', 'a=1', {}, 415, 'body.media-type'],
    ['plain text', 'text/plain', '{}', {}, 415, 'body.media-type'],
    ['no type', undefined, Buffer.from('{}'), {}, 415, 'body.media-type'],
    ['charset', 'application/json; charset=latin1', '{}', {}, 415, 'body.charset'],
    ['charset of XML', 'text/xml;charset="utf-16"', xml, {}, 415, 'body.charset'],
    ['UTF-16 with mark', 'application/xml', Buffer.from(`\uFEFF${xml}`, 'utf16le'), {}, 415, 'body.charset'],
    ['UTF-16 without', 'application/xml', Buffer.from(xml, 'utf16le'), {}, 415, 'body.charset'],
    ['UTF-16 declared', 'application/xml', `<?xml version="1.0" encoding="utf-16"?>${xml}`, {}, 400, 'body.unreadable'],
    ['compressed', 'application/json', '{}', { 'content-encoding': 'gzip' }, 415, 'body.encoding'],
    ['no UTF-8', 'application/json', Buffer.from([0x22, 0xff, 0x22]), {}, 400, 'body.unreadable'],
    ['broken JSON', 'application/json', '{', {}, 400, 'body.unreadable'],
    ['broken XML', 'application/xml', '<a><b></a>', {}, 400, 'body.unreadable'],
    ['DTD', 'text/xml', '<!DOCTYPE a><a/>', {}, 400, 'body.unreadable'],
    ['U+0000', 'application/json', '{"email":"\\u0000"}', {}, 400, 'request.invalid'],
  ])('%s is refused', async (_case, type, payload, more, status, code) => {
    const response = await send('/user', type, payload, more);
    expect([response.statusCode, response.json().information]).toEqual([status, code]);
  });

  test('that are too large are refused, announced or not', async () => {
    const announced = await send('/limited', 'application/json', '"123456789"');
    expect([announced.statusCode, announced.json().information]).toEqual([413, 'body.too-large']);
    expect(received(await send('/limited', 'application/json', '"12345678"'))).toBe('12345678');
  });

  test('to an unknown address are not read', async () => {
    expect((await send('/nowhere', 'application/json', '{')).statusCode).toBe(404);
    expect((await send('/nowhere', 'application/yaml', '{')).statusCode).toBe(404);
  });

  test.each(['application/octet-stream', 'application/json', 'text/xml'])(
    'of type %s can be streamed',
    async (type) => {
      const response = await call('PUT', '/file', {
        headers: { 'content-type': type },
        payload: Buffer.alloc(5_000, 'x'),
      });
      expect(received(response)).toBe(5_000);
    },
  );

  test('prototypes stay out of reach', async () => {
    const response = await send('/user', 'application/json', '{"email":"a@example.test","__proto__":{"phone":"1"}}');
    expect(received(response)).toEqual({ email: 'a@example.test' });
  });
});

describe('parameters', () => {
  const tenant = '5b0c7a2e-6f0e-4c8e-9a5e-1b8f4f1d2c3a';
  test('reach the handler as values', async () => {
    const response = await call('GET', '/paged?PAGE=3&pageSize=10&other=1', {
      headers: { TenantID: tenant, importantonly: 'True' },
    });
    expect(received(response)).toEqual([{ page: 3, pageSize: 10 }, tenant, true]);
    expect(received(await call('GET', '/items/7'))).toEqual({ id: 7 });
  });
  test('an empty header is absent', async () => {
    const response = await call('GET', '/paged?page=0&pageSize=1', { headers: { tenantId: '' } });
    expect(received(response)).toEqual([{ page: 0, pageSize: 1 }, null, null]);
  });
  test.each([
    ['/paged?page=0&pageSize=10001', 'The query parameter `pageSize` must be at most 10000.'],
    ['/paged?page=0&pageSize=%00', 'The query parameter `pageSize` must not contain the character U+0000.'],
    ['/items/x', 'The path parameter `id` must be an integer.'],
  ])('%s', async (url, message) => {
    const response = await call('GET', url);
    expect([response.statusCode, response.json().message]).toEqual([400, message]);
  });
});

describe('an area without XML', () => {
  const post = (type: string, payload: string) =>
    app.inject({ method: 'POST', url: '/json/user', headers: { 'content-type': type }, payload });
  test('reads JSON only', async () => {
    expect((await post('application/json', '{"email":"a@example.test","x":1}')).json()).toEqual({
      email: 'a@example.test',
    });
    expect((await post('application/xml', '<a/>')).json()).toEqual({ code: 'body.media-type' });
    expect((await post('application/json', '{"email":1}')).json()).toEqual({ code: 'request.invalid' });
  });
});

describe('over a connection', () => {
  const ask = async (request: string): Promise<string> => {
    const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }));
    const socket = connect(Number(port), '127.0.0.1').setEncoding('utf8');
    let answer = '';
    socket.on('data', (chunk) => {
      answer += chunk;
    });
    socket.write(request);
    await once(socket, 'close');
    return answer;
  };
  const head = 'POST /b/limited HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: application/json\r\n';

  test('a chunked body is read, and what goes beyond the limit is cut off', async () => {
    const chunked = `${head}Transfer-Encoding: chunked\r\n\r\n`;
    expect(await ask(`${chunked}2\r\n"a\r\n2\r\nb"\r\n0\r\n\r\n`)).toContain('"received":"\\"ab\\""');
    await app.close();
    app = await createSampleApp();
    expect(await ask(`${chunked}14\r\n"aaaaaaaaaaaaaaaaaa"\r\n`)).toContain('413');
  });
});
