import type { FastifyInstance } from 'fastify';
import { assets } from '../assets/assets.ts';
import { pageRoute } from './page-route.ts';

/** Style, script and icon. Their names change with their content, so browsers may keep them. */
export const addAssetRoutes = (scope: FastifyInstance): void => {
  for (const asset of Object.values(assets)) {
    scope.get(`/assets/${asset.name}`, pageRoute('what pages are drawn with'), async (_request, reply) =>
      reply
        .headers({
          'cache-control': 'public, max-age=31536000, immutable',
          'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
          'cross-origin-resource-policy': 'same-origin',
        })
        .type(asset.mediaType)
        .send(asset.content),
    );
  }
};
