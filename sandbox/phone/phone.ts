import type { FastifyPluginAsync } from 'fastify';
import type { SandboxContext, SandboxExpert } from '../context.ts';
import type { Feed } from '../feed.ts';
import type { DeliverText } from '../twilio/inbound.ts';
import type { People } from './people.ts';

/** What the phone page shows and does. */
export type PhoneContext = {
  context: SandboxContext;
  feed: Feed;
  people: People;
  listExperts: () => Promise<SandboxExpert[]>;
  getPublicUrl: () => string;
  deliverText: DeliverText;
  reset: () => void;
};

export function createPhone(_phone: PhoneContext): FastifyPluginAsync {
  return async (app) => {
    app.get('/', async (_, reply) =>
      reply.type('text/html').send('<!doctype html><title>Sandbox</title>'),
    );
  };
}
