import type { ServerResponse } from 'node:http';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { currentUser, forUsers, isStillSignedIn } from '#server/auth/guard.ts';
import type { UserRow } from '#server/db/schema.ts';
import type { Runtime } from '#server/runtime.ts';
import { isStaff } from '#shared/roles.ts';
import { type Api, failures } from './api.ts';
import { createStreamPlaces } from './stream-places.ts';

/** Proxies cut connections that are silent for half a minute. */
const heartbeatMs = 25_000;
/** A slower reader is cut off. It reconnects and refetches everything. */
const maxBacklogBytes = 256 * 1024;
/** Each stream holds a connection and has its token checked at every heartbeat. */
const maxStreamsPerAccount = 5;
const reconnectMs = 3_000;
/** Long, because an account's open pages would otherwise replace each other every few seconds. */
const reconnectWhenReplacedMs = 300_000;

/** Pushes changes, so that open pages need not poll. */
export async function eventRoutes(app: Api, runtime: Runtime): Promise<void> {
  const streams = new Set<EventStream>();
  const places = createStreamPlaces(runtime.peers, maxStreamsPerAccount);
  // Open streams would keep the server from stopping.
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
      const user = currentUser(request);
      reply.hijack();
      // The page was closed while its token was looked up, and `close` will not fire again.
      if (reply.raw.destroyed) return;
      const headers = { ...reply.getHeaders(), ...streamHeaders } as Record<string, string>;
      reply.raw.writeHead(200, headers);
      const stream = openStream(runtime, request, reply.raw, user);
      streams.add(stream);
      const leave = places.take(user.id, () => {
        stream.close(retryAfter(reconnectWhenReplacedMs));
        leave();
      });
      reply.raw.on('close', () => {
        leave();
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

/** Writes the changes that this user may see, and nothing after `close`. */
function openStream(
  runtime: Runtime,
  request: FastifyRequest,
  response: ServerResponse,
  { id: userId, role }: UserRow,
): EventStream {
  let isOpen = true;
  const send = (event: object) => {
    if (response.writableLength > maxBacklogBytes) close();
    else response.write(`data: ${JSON.stringify(event)}\n\n`);
  };
  const unsubscribe = runtime.changes.subscribe({
    onChange(changed) {
      if (changed.type === 'expert') {
        if (isStaff({ role })) send(changed);
        return;
      }
      const { userId: ownerId, ...known } = changed;
      // The session may have ended, or the role changed.
      if (known.type === 'account' && ownerId === userId) void closeUnlessSignedIn();
      if (ownerId !== userId && !isStaff({ role })) return;
      // Only the team may know.
      const change = isStaff({ role }) ? known : { ...known, wantsHuman: undefined };
      const isAnothers = change.type === 'account' && ownerId !== userId;
      // A number without an account is a person, too.
      const isNumber = change.type === 'thread' && ownerId === null;
      if (isAnothers) send({ type: 'person', personId: ownerId });
      else send(isNumber ? { ...change, isNumber } : change);
    },
    // A page that reconnects refetches everything.
    onGap: () => close(),
  });
  const leaveTeam = isStaff({ role })
    ? runtime.presence.subscribe((threadId, all) => {
        const present = all.filter(({ id }) => id !== userId);
        send({ type: 'presence', threadId, present });
      })
    : null;
  const heartbeat = setInterval(async () => {
    await closeUnlessSignedIn();
    if (isOpen) response.write(': still here\n\n');
  }, heartbeatMs);
  response.write(retryAfter(reconnectMs));

  /** Runs one check at a time. A change during a check starts another. */
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

  // The session may have ended since its token was looked up.
  void closeUnlessSignedIn();
  return { close };
}

/** Tells the client how long to wait before it reconnects. */
function retryAfter(ms: number): string {
  return `retry: ${ms}\n\n`;
}
