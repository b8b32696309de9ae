import { fastify } from './product-packages.ts';
import { serveFloor } from './serve-floor.ts';

/** Floor 1: an empty JSON object, and nothing else. What the framework costs by itself. */
const app = fastify();
app.get('/', (_request, reply) => {
  reply.send({});
});
await serveFloor(app);
