import { describe, expect, test } from 'vitest';
import { createClient, PortolanError } from './client.ts';
import { portal } from './index.ts';

interface Sent {
  readonly method: string;
  readonly url: string;
  readonly headers: Headers;
  readonly body: Buffer;
}

/** A client whose server is this answer, and what it was sent. */
const clientOf = (answer: Response) => {
  const sent: Sent[] = [];
  const fetchHere = async (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
    const request = new Request(input, init);
    const { method, url, headers } = request;
    sent.push({ method, url, headers, body: Buffer.from(await request.arrayBuffer()) });
    return answer;
  };
  const options = { url: 'http://localhost:4000', token: () => 'secret', fetch: fetchHere };
  return { client: createClient<portal.Operations>(portal.operations, options), sent };
};

const picture = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0xff, 0x00]);

describe('the client', () => {
  test('sends JSON and reads it', async () => {
    const { client, sent } = clientOf(Response.json({ id: 'p' }, { status: 201 }));
    expect(await client.createProject({ body: { name: 'Orders' } })).toEqual({ id: 'p' });
    expect(sent[0]?.url).toBe('http://localhost:4000/portal/v1/projects');
    expect(sent[0]?.headers.get('content-type')).toBe('application/json');
    expect(sent[0]?.headers.get('authorization')).toBe('Bearer secret');
    expect(sent[0]?.body.toString()).toBe('{"name":"Orders"}');
  });

  test('sends a file as it is, under its own type', async () => {
    const { client, sent } = clientOf(new Response(null, { status: 204 }));
    await client.changeMyPicture({ body: new Blob([picture], { type: 'image/png' }) });
    expect(sent[0]?.headers.get('content-type')).toBe('image/png');
    expect(sent[0]?.body).toEqual(picture);
  });

  test('reads a file without taking it for text', async () => {
    const { client } = clientOf(new Response(picture, { headers: { 'content-type': 'image/png' } }));
    const file = await client.getMyPicture({});
    expect([file.type, Buffer.from(await file.arrayBuffer())]).toEqual(['image/png', picture]);
  });

  test('throws what the server said', async () => {
    const answer = Response.json(
      { detail: 'There is no picture.' },
      { status: 404, headers: { 'x-supportcode': 'abc' } },
    );
    const { client } = clientOf(answer);
    const error = await client.getMyPicture({}).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(PortolanError);
    expect(error).toMatchObject({ status: 404, supportCode: 'abc', message: expect.stringContaining('no picture') });
  });
});
