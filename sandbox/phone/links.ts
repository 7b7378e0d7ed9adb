import type { FastifyPluginAsync } from 'fastify';
import { parseBusinessId } from '#shared/business-id.ts';
import { standInName } from '#shared/channels.ts';
import type { PhoneContext } from './phone.ts';

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
          const to = channel === 'AMB' ? parseBusinessId(params.address) : params.address;
          const place = new URLSearchParams({ channel, to, text });
          return reply.redirect(`/sandbox?${place}`);
        },
      );
    }
  };
}
