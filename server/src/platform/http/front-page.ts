import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import { anyone } from '../authorization/rule.ts';

const folder = new URL('../../../../console/public/', import.meta.url);
const files = {
  '/': ['index.html', 'text/html; charset=utf-8'],
  '/assets/portolan.css': ['portolan.css', 'text/css; charset=utf-8'],
  '/assets/portolan.svg': ['portolan.svg', 'image/svg+xml'],
  '/favicon.ico': ['portolan.svg', 'image/svg+xml'],
} as const;
const policy =
  "default-src 'none'; style-src 'self'; img-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

/** What a person sees who opens the server's address in a browser. The files are few and named: nothing else is served. */
export const addFrontPage = (app: FastifyInstance): void => {
  const rule = anyone('the front page is public');
  for (const [url, [name, mediaType]] of Object.entries(files)) {
    app.get(url, { config: { rule, isPage: true }, logLevel: 'warn' }, async (_request, reply) => {
      const content = await readFile(fileURLToPath(new URL(name, folder)));
      reply.header('content-security-policy', policy).header('cache-control', 'public, max-age=300');
      await reply.type(mediaType).send(content);
      return reply;
    });
  }
};
