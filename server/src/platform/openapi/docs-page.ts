import Fastify, { type FastifyInstance } from 'fastify';
import { anyone } from '../authorization/rule.ts';
import type { Area } from '../http/area.ts';

// The viewer brings its own styles and starts from a script in the page; everything else must come from this server.
const pagePolicy =
  "default-src 'none'; script-src 'self' 'unsafe-inline' 'unsafe-eval'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; font-src 'self' data:; connect-src 'self'; frame-ancestors 'none'; base-uri 'none'";

/**
 * The pages at /docs. The viewer is several megabytes, so it is loaded when somebody first opens a page and lives in an
 * application of its own behind one route.
 */
export const addDocsPage = (app: FastifyInstance, areas: readonly Area[]): void => {
  let viewer: Promise<FastifyInstance> | undefined;
  const rule = anyone('the documentation is public');
  for (const url of ['/docs', '/docs/*']) {
    app.get(url, { config: { rule, isPage: true } }, async (request, reply) => {
      viewer ??= openViewer(areas);
      const page = await (await viewer).inject({ method: 'GET', url: request.url.toLowerCase() });
      const type = page.headers['content-type'];
      if (page.headers.location !== undefined) return await reply.redirect(page.headers.location);
      if (page.statusCode !== 200) reply.callNotFound();
      else {
        reply.header('content-security-policy', pagePolicy).type(typeof type === 'string' ? type : 'text/html');
        await reply.send(page.rawPayload);
      }
      return reply;
    });
  }
};

const openViewer = async (areas: readonly Area[]): Promise<FastifyInstance> => {
  const { default: reference } = await import('@scalar/fastify-api-reference');
  const viewer = Fastify();
  await viewer.register(reference, {
    routePrefix: '/docs',
    configuration: {
      pageTitle: 'Portolan API',
      withDefaultFonts: false,
      telemetry: false,
      // Nothing here speaks to anybody outside: the viewer's own services stay off.
      agent: { disabled: true },
      mcp: { disabled: true },
      hideClientButton: true,
      showDeveloperTools: 'never',
      sources: areas.map((area) => ({ title: area.title, slug: area.name, url: `${area.prefixes[0]}/openapi.json` })),
    },
  });
  await viewer.ready();
  return viewer;
};
