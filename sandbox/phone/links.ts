import type { FastifyPluginAsync } from 'fastify';
import { parseBusinessId } from '#shared/business-id.ts';
import { type ChannelKey, standInName } from '#shared/channels.ts';
import type { PhoneContext } from './phone-context.ts';

/**
 * A link that opens a chat with words already typed, as vendors have them (wa.me and the like): here it opens the
 * phone on the screen.
 */
export function createLinks({ gateways }: PhoneContext): FastifyPluginAsync {
  return async (app) => {
    for (const channel of gateways.keys()) {
      app.get<{ Params: { address: string }; Querystring: { text?: string; body?: string } }>(
        `/${standInName(channel)}/open/:address`,
        async ({ params, query }, reply) => {
          const text = query.text ?? query.body ?? '';
          const to = addressIn(channel, params.address);
          const place = new URLSearchParams({ channel, to, text });
          return reply.redirect(`/sandbox?${place}`);
        },
      );
    }
  };
}

/** As experts have it: wa.me leaves the plus away, Apple puts its scheme before the id. */
function addressIn(channel: ChannelKey, named: string): string {
  return channel === 'AMB' ? parseBusinessId(named) : `+${named.replace(/\D/g, '')}`;
}
