import type { FastifyRequest } from 'fastify';
import { toLoggableError } from '#server/outside/loggable-error.ts';
import type { Runtime, Work } from '#server/runtime.ts';
import type { Api } from './api.ts';

/**
 * For work that a reply must not wait for, nor fail with, and whose time must not show in it: also after a refusal. A crash
 * may skip it; closing waits for it.
 */
export function createAfterReply(app: Api, { log, afterReplies }: Runtime) {
  const waiting = new WeakMap<FastifyRequest, { work: Work; failure: string }>();
  app.addHook('onResponse', async (request) => {
    const wanted = waiting.get(request);
    if (!wanted) return;
    const done = wanted
      .work()
      .catch((error) => log.warn({ err: toLoggableError(error) }, wanted.failure))
      .finally(() => afterReplies.delete(done));
    afterReplies.add(done);
  });
  app.addHook('onClose', async () => {
    await Promise.all(afterReplies);
  });
  return (request: FastifyRequest, work: Work, failure: string): void => {
    waiting.set(request, { work, failure });
  };
}
