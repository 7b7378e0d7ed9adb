import type { FastifyInstance, FastifyRequest } from 'fastify';
import { findSignedInUser } from '#server/access/guard.ts';
import { createKeyedLimit, createLimit } from '#server/outside/concurrency.ts';
import { isStaff, type Role } from '#shared/roles.ts';

type Reader = { id: string; role: Role };

/** A page asks for a dozen things when it opens. */
const ofAccount = { atOnce: 6, maxWaiting: 60 };
/** Of the pool of 20 connections: webhooks and jobs need the others. */
const ofPeople = { atOnce: 10, maxWaiting: 300 };

/**
 * Limits what one account, and all people without the staff, read at once. The limits by minute let an account ask for its
 * 1,500 pages in one instant, which every text would wait behind. What waits for another service is not among all
 * people's. Around the handler, once it is known who asks; what a client no longer waits for is not read. An answer that
 * leaves holds no place any more: its client may read it slowly, or never.
 */
export function limitReads(
  app: FastifyInstance,
  userOf: (request: FastifyRequest) => Reader | null = findSignedInUser,
): void {
  const limitAccount = createKeyedLimit(ofAccount);
  const limitPeople = createLimit(ofPeople);
  const untilSent = watchAnswers(app);
  app.addHook('onRoute', (route) => {
    const { handler, config } = route;
    if (!isRead(route) || config?.hasOwnLimit) return;
    const waitsOutside = config?.waitsOutside === true || config?.asksStripe !== undefined;
    route.handler = function read(request, reply) {
      const user = userOf(request);
      if (!user) return handler.call(this, request, reply);
      const work = async () =>
        isGone(request) ? reply.hijack() : handler.call(this, request, reply);
      const isApart = isStaff(user) || waitsOutside;
      return new Promise((resolve, reject) => {
        const start = async () => {
          const answer = work();
          resolve(answer);
          await Promise.race([answer.catch(() => {}), untilSent(request)]);
        };
        limitAccount(user.id, () => (isApart ? start() : limitPeople(start))).catch(reject);
      });
    };
  });
}

/** Fastify answers HEAD by the same work, with a route of its own that no hook for GET sees. */
const isRead = ({ method }: { method: string | string[] }) =>
  [method].flat().some((each) => each === 'GET' || each === 'HEAD');

/** A handler that returns its reply ends with the last byte of it. */
function watchAnswers(app: FastifyInstance) {
  const sending = new WeakMap<FastifyRequest, () => void>();
  app.addHook('onSend', (request, _reply, _payload, done) => {
    sending.get(request)?.();
    done();
  });
  return (request: FastifyRequest) =>
    new Promise<void>((resolve) => void sending.set(request, resolve));
}

const isGone = ({ raw }: FastifyRequest) => raw.socket.destroyed;
