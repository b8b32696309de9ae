import type { FastifyInstance } from 'fastify';
import { addressOf } from './address-of.ts';
import { pageRoute } from './routes/page-route.ts';
import { sendElsewhere } from './send-page.ts';

/** Addresses that APIs and applications name (contract B11). The pages lie where browsers send the cookie of the sign-in. */
const shortAddresses = ['/profile', '/catalog/:serviceId'] as const;

export const addShortAddresses = (app: FastifyInstance): void => {
  for (const address of shortAddresses) {
    app.get(address, pageRoute('the way to a page'), async (request, reply) =>
      sendElsewhere(reply, `/identity${addressOf(request)}`),
    );
  }
};
