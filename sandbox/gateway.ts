import type { FastifyPluginAsync } from 'fastify';
import type { SandboxContext, SandboxExpert } from './context.ts';
import type { DeliverText } from './twilio/inbound.ts';

/** One channel's gateway, played: its API, and the people who write through it. */
export type Gateway = {
  /** Mounted under the channel's name. */
  plugin: FastifyPluginAsync;
  /** A person's text arrives at the product; resolves when its webhook has answered. */
  deliver: DeliverText;
};

/** What a stand-in is given. `settings` are those of the product's channel, for the stand-in to check. */
export type GatewayOptions = {
  settings: unknown;
  listExperts: () => Promise<SandboxExpert[]>;
};

/** Every gateway's file exports this as `createGateway`; the file bears the channel's name (`standInName`). */
export type CreateGateway = (context: SandboxContext, options: GatewayOptions) => Gateway;
