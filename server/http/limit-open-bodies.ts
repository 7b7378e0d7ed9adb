import type { FastifyInstance, FastifyRequest } from 'fastify';
import { findSignedInUser } from '#server/access/guard.ts';
import { AppError } from '#server/errors.ts';
import { toNetwork } from '#server/outside/network.ts';
import { isStaff } from '#shared/roles.ts';
import { GatheredBody } from './gather-body.ts';
import { OpenBodies, type OpenBody } from './open-bodies.ts';

/** Gateways send 3 MB in a second, and a person's form is one packet. */
const maxBodyMs = 10_000;
/** Of a body that no one wants, read to keep the connection. */
const maxUnwantedBytes = 64 * 1024;
/** Through a proxy, which has them already: it would lose the answer with the connection, and say 502 instead. */
const maxUnwantedOfProxyBytes = 25 * 1024 * 1024;

/** Anyone can have an account, so what people hold is limited, too, apart from strangers. */
type Pools = { strangers: OpenBodies; people: OpenBodies };

/**
 * Limits what bodies of strangers and people hold, and how long those of strangers take. The oldest gives way: an honest
 * body is complete at once, so many that were only begun keep none of them out.
 */
export function limitOpenBodies(app: FastifyInstance): void {
  const strangers = new OpenBodies((request) => findSignedInUser(request) !== null);
  const pools = { strangers, people: new OpenBodies() };

  app.addHook('onRequest', async (request, reply) => {
    if (readLength(request) === 0) return;
    watch(pools, { request, reply, holder: toNetwork(request.ip), read: 0 });
  });

  // Forms are read as they come, and by people who are signed in.
  app.addHook('preParsing', async (request, _reply, payload) => {
    const isForm = request.headers['content-type']?.startsWith('multipart/');
    const isLong = readLength(request) > maxUnwantedBytes;
    return isLong && !isForm ? new GatheredBody(request.raw) : payload;
  });

  app.addHook('onSend', async (request, reply) => {
    const maxBytes = isOfProxy(request) ? maxUnwantedOfProxyBytes : maxUnwantedBytes;
    const isUnread = !request.raw.complete && readLength(request) > maxBytes;
    if (isUnread) reply.header('connection', 'close');
  });
}

/** Of one in TRUST_PROXY. */
function isOfProxy({ ips }: FastifyRequest): boolean {
  return (ips?.length ?? 1) > 1;
}

/** Infinity if it is not said. */
function readLength({ headers }: FastifyRequest): number {
  if (headers['transfer-encoding'] !== undefined) return Number.POSITIVE_INFINITY;
  return Number(headers['content-length'] ?? 0);
}

function watch({ strangers, people }: Pools, body: OpenBody): void {
  const { request, reply } = body;
  const { raw } = request;
  const timer = setTimeout(() => {
    // The server may be slow to begin, and a person's line to send a picture: Node ends that later.
    if (findSignedInUser(request) || (raw.isPaused() && !reply.sent)) timer.refresh();
    else strangers.end(body, new AppError(408, 'The request took too long to arrive.'));
  }, maxBodyMs).unref();
  // A listener alone would begin to read.
  raw.pause();
  let pool: OpenBodies | null = strangers;
  raw.on('data', (piece: Buffer) => {
    if (pool === strangers) pool = moveOnceKnown({ strangers, people }, body);
    pool?.count(body, piece.length);
  });
  for (const event of ['end', 'error', 'close']) {
    raw.on(event, () => {
      clearTimeout(timer);
      strangers.delete(body);
      people.delete(body);
    });
  }
  strangers.add(body);
}

/** Once its route has found who sends it. The staff's pictures may come slowly, and have no limit. */
function moveOnceKnown({ strangers, people }: Pools, body: OpenBody): OpenBodies | null {
  const user = findSignedInUser(body.request);
  if (!user) return strangers;
  strangers.delete(body);
  if (isStaff(user)) return null;
  body.holder = user.id;
  people.add(body);
  return people;
}
