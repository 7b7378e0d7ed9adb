import type { ServerResponse } from 'node:http';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { currentReader, forUsers, isStillSignedIn, type Reader } from '#server/access/guard.ts';
import { type Api, failures } from '#server/http/api.ts';
import { BytePool } from '#server/http/byte-pool.ts';
import { createLimit } from '#server/outside/concurrency.ts';
import { toNetwork } from '#server/outside/network.ts';
import type { Runtime } from '#server/runtime.ts';
import { createStreamPlaces } from './stream-places.ts';

/** Proxies cut connections that are silent for half a minute. */
const heartbeatMs = 25_000;
/** A slower reader is cut off and refetches. */
const maxBacklogBytes = 256 * 1024;
/** Each costs a connection, and a token check per heartbeat. */
const maxStreamsPerAccount = 5;
/** Thousands of streams opened together would ask the database at once, every time, and everyone waits for it. */
const maxChecksAtOnce = 3;
/** Accounts are free, and each stream holds some 70 KB of the process. The team's have no limit. */
const streamBytes = 64 * 1024;
const maxStreamBytes = { ofHolder: 8 * 1024 * 1024, inAll: 128 * 1024 * 1024 };
const reconnectMs = 3_000;
/** Long: open pages would keep replacing each other. */
const reconnectWhenReplacedMs = 300_000;

export async function eventRoutes(app: Api, runtime: Runtime): Promise<void> {
  const streams = new Set<EventStream>();
  const limitChecks = createLimit({ atOnce: maxChecksAtOnce });
  const places = createStreamPlaces(runtime.peers, maxStreamsPerAccount);
  const people = new BytePool<PeoplesStream>(maxStreamBytes, ({ replace }) => replace());
  // Open streams would block the stop.
  app.addHook('preClose', async () => {
    places.stop();
    for (const stream of streams) stream.close();
  });

  app.get(
    '/api/events',
    {
      ...forUsers(runtime),
      schema: {
        response: {
          200: {
            description:
              "Server-sent events, one for each thread or account that changed; for admins, other people's, too, changed experts, and who of the team looks at a thread.",
            content: { 'text/event-stream': { schema: z.string() } },
          },
          ...failures,
        },
      },
    },
    (request, reply) => {
      const { id, isStaff } = currentReader(request);
      reply.hijack();
      // Closed during the token's lookup; `close` will not fire again.
      if (reply.raw.destroyed) return;
      const headers = { ...reply.getHeaders(), ...streamHeaders } as Record<string, string>;
      reply.raw.writeHead(200, headers);
      const stream = openStream(runtime, request, reply.raw, {
        ...{ id, isStaff, limitChecks },
      });
      streams.add(stream);
      const replace = () => stream.close(retryAfter(reconnectWhenReplacedMs));
      const peoples = { holder: toNetwork(request.ip), replace };
      if (!isStaff) people.set(peoples, streamBytes);
      const leave = places.take(id, replace);
      reply.raw.on('close', () => {
        leave();
        people.delete(peoples);
        stream.close();
        streams.delete(stream);
      });
    },
  );
}

const streamHeaders = {
  'content-type': 'text/event-stream',
  // nginx would buffer events.
  'x-accel-buffering': 'no',
};

type EventStream = { close(lastWords?: string): void };
/** `holder`: its network. */
type PeoplesStream = { holder: string; replace: () => void };

function openStream(
  runtime: Runtime,
  request: FastifyRequest,
  response: ServerResponse,
  { id: userId, isStaff, limitChecks }: Reader & { limitChecks: ReturnType<typeof createLimit> },
): EventStream {
  let isOpen = true;
  const send = (event: object) => {
    if (response.writableLength > maxBacklogBytes) close();
    else response.write(`data: ${JSON.stringify(event)}\n\n`);
  };
  const unsubscribe = runtime.changes.subscribe({
    onChange(changed) {
      if (changed.type === 'expert') {
        if (isStaff) send(changed);
        return;
      }
      const { userId: ownerId, ...known } = changed;
      // The session may have ended.
      if (known.type === 'account' && ownerId === userId) void closeUnlessSignedIn();
      if (ownerId !== userId && !isStaff) return;
      // Only the team may know.
      const change = isStaff ? known : { ...known, wantsHuman: undefined };
      const isAnothers = change.type === 'account' && ownerId !== userId;
      const isNumber = change.type === 'thread' && ownerId === null;
      if (isAnothers) send({ type: 'person', personId: ownerId });
      else send(isNumber ? { ...change, isNumber } : change);
    },
    onGap: () => close(),
  });
  const leaveTeam = isStaff
    ? runtime.presence.subscribe((threadId, all) => {
        const present = all.filter(({ id }) => id !== userId);
        send({ type: 'presence', threadId, present });
      })
    : null;
  let isInLine = false;
  const heartbeat = setInterval(async () => {
    // First: the line may be long while the database is slow.
    response.write(': still here\n\n');
    if (isInLine) return;
    isInLine = true;
    await limitChecks(closeUnlessSignedIn);
    isInLine = false;
  }, heartbeatMs);
  response.write(retryAfter(reconnectMs));

  /** One check at a time; a change meanwhile starts another. */
  let checks = 0;
  async function closeUnlessSignedIn(): Promise<void> {
    checks += 1;
    if (checks > 1) return;
    for (let asked = 0; isOpen && asked < checks; ) {
      asked = checks;
      if (!(await isStillSignedIn(runtime, request))) close();
    }
    checks = 0;
  }

  function close(lastWords = ''): void {
    if (!isOpen) return;
    isOpen = false;
    clearInterval(heartbeat);
    unsubscribe();
    leaveTeam?.();
    // A stalled reader would never let the response end.
    if (response.writableNeedDrain) response.destroy();
    else response.end(lastWords);
  }

  // The session may have ended since the token's lookup.
  void closeUnlessSignedIn();
  return { close };
}

function retryAfter(ms: number): string {
  return `retry: ${ms}\n\n`;
}
