import type { FastifyPluginAsync } from 'fastify';
import { parseBusinessId } from '#shared/business-id.ts';
import { type ChannelKey, standInName } from '#shared/channels.ts';
import type { PhoneContext } from './phone-context.ts';

/** Like wa.me, but with the text typed on the sandbox phone. */
export function createLinks({ gateways }: PhoneContext): FastifyPluginAsync {
  return async (app) => {
    for (const channel of gateways.keys()) {
      app.get<{ Params: { address: string }; Querystring: { text?: string; body?: string } }>(
        `/${standInName(channel)}/open/:address`,
        async ({ params, query }, reply) => {
          const text = query.text ?? query.body ?? '';
          const to = parseAddress(channel, params.address);
          const place = new URLSearchParams({ channel, to, text });
          return reply.redirect(`/sandbox?${place}`);
        },
      );
    }
  };
}

/** wa.me omits the plus, Apple adds a scheme. */
function parseAddress(channel: ChannelKey, address: string): string {
  return channel === 'AMB' ? parseBusinessId(address) : `+${address.replace(/\D/g, '')}`;
}
