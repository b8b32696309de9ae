import { randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fastify } from './product-packages.ts';
import { serveFloor } from './serve-floor.ts';

/** Floor 4: a file streamed from disk, of 4 KiB at /small and of 10 MiB at /large. */
const sizes = { small: 4 * 1024, large: 10 * 1024 * 1024 };
const folder = await mkdtemp(join(tmpdir(), 'portolan-floor-4-'));

const app = fastify();
for (const [name, size] of Object.entries(sizes)) {
  const file = join(folder, name);
  await writeFile(file, randomBytes(size));
  app.get(`/${name}`, (_request, reply) => {
    reply
      .header('content-type', 'application/octet-stream')
      .header('content-length', size)
      .send(createReadStream(file));
  });
}
process.on('SIGTERM', async () => {
  await rm(folder, { recursive: true, force: true });
  process.exit();
});
await serveFloor(app);
