import { Transform } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../errors/app-error.ts';

/** A whole body must arrive within this time, in milliseconds; a streamed one must never be silent for as long (goal R3). */
export const bodyDeadline = 12_000;

const tooSlow = (deadline: number) =>
  new AppError('timeout', 'body.slow', `The body did not arrive within ${deadline / 1000} seconds.`, {
    headers: { connection: 'close' },
  });

export const addBodyDeadline = (app: FastifyInstance, deadline: number): void => {
  const timers = new WeakMap<FastifyRequest, NodeJS.Timeout>();
  app.addHook('onResponse', async (request) => clearTimeout(timers.get(request)));
  app.addHook('preParsing', async (request, _reply, payload) => {
    if (!hasBody(request)) return payload;
    const restartOnData = request.routeOptions.config.streamsBody === true;
    const watched = new Transform({
      transform(chunk, _encoding, done) {
        if (restartOnData) timer.refresh();
        done(null, chunk);
      },
    });
    const timer = setTimeout(() => watched.destroy(tooSlow(deadline)), deadline);
    payload.on('error', (error) => watched.destroy(error));
    // A client that hangs up mid-way must not look like one that finished.
    payload.on('close', () => {
      if (!request.raw.complete)
        watched.destroy(new AppError('invalid', 'body.cut', 'The body ended before it was complete.'));
    });
    watched.on('close', () => clearTimeout(timer));
    // A body that nobody reads, because the request was refused before, must end quietly: without a listener its error
    // would end the process.
    watched.on('error', () => clearTimeout(timer));
    timers.set(request, timer);
    // Fastify counts the bytes of the stream that it is given against Content-Length.
    Object.defineProperty(watched, 'receivedEncodedLength', { get: () => undefined });
    return payload.pipe(watched);
  });
};

const hasBody = (request: FastifyRequest): boolean =>
  request.headers['transfer-encoding'] !== undefined || Number(request.headers['content-length'] ?? 0) > 0;
