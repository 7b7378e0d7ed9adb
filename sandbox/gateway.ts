import type { FastifyPluginAsync } from 'fastify';
import type { SandboxContext, SandboxExpert } from './context.ts';
import type { Text } from './texts.ts';

export type InboundPicture = { bytes: Buffer; contentType: string };

export type Ability =
  | 'pictures'
  | 'quotes'
  | 'reaction'
  | 'voice'
  | 'location'
  | 'close'
  | 'edit'
  | 'revoke';

export type InboundText = {
  webhookUrl: string;
  /** On the channel: the person's address and ours. */
  from: string;
  to: string;
  /** The gateway's id of our address; default: the account's. */
  senderId?: string | null;
  /** A reaction's emoji; empty removes it. */
  body: string;
  pictures?: InboundPicture[];
  kind?: 'words' | 'reaction' | 'voice' | 'location' | 'close' | 'edit' | 'revoke';
  /** The sid of the text replied or reacted to, edited or deleted. */
  quoted?: string | null;
  /** `repeated`: the webhook comes twice. `forged`: its signature is wrong. */
  trick?: 'repeated' | 'forged' | null;
};

export type InboundResult = {
  /** For a reaction, the text it is on. */
  text: Text;
  status: number | null;
  /** The gateway console's warning. */
  problem: string | null;
  /** From the webhook's response. */
  replies: string[];
};

export type DeliverText = (inbound: InboundText) => Promise<InboundResult>;

export type Gateway = {
  name: string;
  plugin: FastifyPluginAsync;
  abilities: readonly Ability[];
  /** Labels by kind. */
  failures: Record<string, string>;
  deliver: DeliverText;
};

/** `settings` are the product channel's. */
export type GatewayOptions = {
  settings: unknown;
  listExperts: () => Promise<SandboxExpert[]>;
  publicUrl: () => string;
};

/** `createGateway` in the file named after the channel (`standInName`). */
export type CreateGateway = (context: SandboxContext, options: GatewayOptions) => Gateway;
