import type { ServerResponse } from 'node:http';
import { z } from 'zod';
import { currentUser, forUsers, isStillSignedIn } from '#server/auth/guard.ts';
import type { Runtime } from '#server/runtime.ts';
import { type Api, failures } from './api.ts';

/** Proxies cut connections that are silent for half a minute or more. */
const heartbeatMs = 25_000;
/** A reader that takes nothing off the line for this many bytes is gone, or will come back. */
const maxBacklogBytes = 256 * 1024;

/** Tells open pages what changed, so that they need not ask again and again. */
export async function eventRoutes(app: Api, runtime: Runtime): Promise<void> {
  const open = new Set<ServerResponse>();
  // Streams never end by themselves, and the server waits for open requests when it stops.
  app.addHook('preClose', async () => {
    for (const stream of open) stream.end();
  });

  app.get(
    '/api/events',
    {
      ...forUsers(runtime),
      schema: {
        response: {
          200: {
            description: 'Server-sent events, one for each thread or account that changed.',
            content: { 'text/event-stream': { schema: z.string() } },
          },
          ...failures,
        },
      },
    },
    (request, reply) => {
      const { id, role } = currentUser(request);
      const stream = reply.raw;
      reply.hijack();
      stream.writeHead(200, { ...reply.getHeaders(), ...streamHeaders } as Record<string, string>);
      stream.write('retry: 3000\n\n');
      open.add(stream);

      const unsubscribe = runtime.changes.subscribe({
        onChange({ userId, ...change }) {
          const isSeenByAdmins = change.type === 'thread';
          if (userId === id || (role === 'ADMIN' && isSeenByAdmins)) send(stream, change);
        },
        // A page that has to connect again reads everything anew.
        onGap: () => stream.end(),
      });
      const heartbeat = setInterval(async () => {
        if (await isStillSignedIn(runtime, request)) stream.write(': still here\n\n');
        else stream.end();
      }, heartbeatMs);
      stream.on('close', () => {
        clearInterval(heartbeat);
        unsubscribe();
        open.delete(stream);
      });
    },
  );
}

const streamHeaders = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-store',
  // nginx would hold events back until it has a buffer full of them.
  'x-accel-buffering': 'no',
};

function send(stream: ServerResponse, change: object): void {
  if (stream.writableLength > maxBacklogBytes) stream.destroy();
  else stream.write(`data: ${JSON.stringify(change)}\n\n`);
}
