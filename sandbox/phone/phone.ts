import type { FastifyPluginAsync } from 'fastify';
import type { ChannelKey } from '#shared/channels.ts';
import type { SandboxContext, SandboxExpert } from '../context.ts';
import type { Feed } from '../feed.ts';
import type { Gateway, InboundResult, InboundText } from '../gateway.ts';
import { createApi } from './api.ts';
import { createEvents } from './events.ts';
import { createFiles } from './files.ts';
import { createLinks } from './links.ts';
import type { People } from './people.ts';

/** What the phone page shows and does. */
export type PhoneContext = {
  context: SandboxContext;
  feed: Feed;
  people: People;
  listExperts: () => Promise<SandboxExpert[]>;
  getPublicUrl: () => string;
  gateways: ReadonlyMap<ChannelKey, Gateway>;
  deliver: (channel: ChannelKey, inbound: InboundText) => Promise<InboundResult>;
  reset: () => void;
  /** Whether Stripe is played here, too. */
  hasPayments: boolean;
};

/** The phone on the screen: its files, its API, and the stream that keeps it current. */
export function createPhone(phone: PhoneContext): FastifyPluginAsync {
  return async (app) => {
    await app.register(createFiles(phone));
    await app.register(createLinks(phone));
    await app.register(createApi(phone), { prefix: '/api' });
    await app.register(createEvents(phone), { prefix: '/api' });
  };
}
