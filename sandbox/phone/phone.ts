import type { FastifyPluginAsync } from 'fastify';
import type { SandboxContext, SandboxExpert } from '../context.ts';
import type { Feed } from '../feed.ts';
import type { DeliverText } from '../twilio/inbound.ts';
import { createApi } from './api.ts';
import { createEvents } from './events.ts';
import { createFiles } from './files.ts';
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
  /** Whether Stripe is played here, too. */
  hasPayments: boolean;
};

/** The phone on the screen: its files, its API, and the stream that keeps it current. */
export function createPhone(phone: PhoneContext): FastifyPluginAsync {
  return async (app) => {
    await app.register(createFiles(phone));
    await app.register(createApi(phone), { prefix: '/api' });
    await app.register(createEvents(phone), { prefix: '/api' });
  };
}
