import type { FastifyPluginAsync } from 'fastify';
import type { FeedEvent } from '../feed.ts';
import { summarize } from './api.ts';
import type { PhoneContext } from './phone-context.ts';

/** Proxies close connections that are silent for longer. */
const heartbeatMs = 25_000;
/** A slower reader is cut off and refetches. */
const maxBacklogBytes = 256 * 1024;

export function createEvents({ feed, context }: PhoneContext): FastifyPluginAsync {
  const { signal } = context.scheduler;
  return async (app) => {
    app.get('/events', async (_, reply) => {
      reply.hijack();
      const stream = reply.raw;
      stream.writeHead(200, {
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'private, no-store, no-transform',
        'x-accel-buffering': 'no',
      });
      stream.write('retry: 1000\n\n');
      const stop = feed.subscribe((event) => {
        if (stream.writableLength > maxBacklogBytes) stream.destroy();
        else stream.write(writeEvent(event));
      });
      const heartbeat = setInterval(() => stream.write(': still here\n\n'), heartbeatMs);
      const end = () => stream.end();
      signal.addEventListener('abort', end, { once: true });
      stream.once('close', () => {
        stop();
        clearInterval(heartbeat);
        signal.removeEventListener('abort', end);
      });
      return reply;
    });
  };
}

function writeEvent(event: FeedEvent): string {
  return `event: ${event.type}\ndata: ${JSON.stringify(dataOf(event))}\n\n`;
}

function dataOf(event: FeedEvent): object {
  if (event.type === 'text') return event.text;
  if (event.type === 'typing') return event.typing;
  return event.type === 'wire' ? summarize(event.entry) : {};
}
