import type { FastifyPluginAsync } from 'fastify';
import type { SandboxContext, SandboxExpert } from './context.ts';
import type { Text } from './texts.ts';

/** A picture, or any other file, that a person sends along. */
export type InboundPicture = { bytes: Buffer; contentType: string };

/** What a person can do on a channel besides writing words. */
export type Ability = 'pictures' | 'quotes' | 'reaction' | 'voice' | 'location' | 'close';

export type InboundText = {
  /** The expert's own address at the product. */
  webhookUrl: string;
  /** The person's address on the channel, and ours. */
  from: string;
  to: string;
  /** The gateway's own id of our address; without one the account's default. */
  senderId?: string | null;
  /** A reaction's emoji stands here; none takes the reaction back. */
  body: string;
  pictures?: InboundPicture[];
  kind?: 'words' | 'reaction' | 'voice' | 'location' | 'close';
  /** The text (sid) that is answered or reacted to. */
  quoted?: string | null;
  /** `repeated`: the webhook comes twice. `forged`: somebody else has signed it. */
  trick?: 'repeated' | 'forged' | null;
};

/** What became of a person's text at the product's door. */
export type InboundResult = {
  /** The text; of a reaction the one that it is about. */
  text: Text;
  /** The HTTP status of the webhook; null when nothing answered. */
  status: number | null;
  /** What the gateway's console would say; null when the answer was fine. */
  problem: string | null;
  /** Texts that came with the webhook's answer, on gateways that take them so. */
  replies: string[];
};

export type DeliverText = (inbound: InboundText) => Promise<InboundResult>;

/** One channel's gateway, played: its API, and the people who write through it. */
export type Gateway = {
  /** Who carries the texts, as the page calls it. */
  name: string;
  /** Mounted under the channel's name. */
  plugin: FastifyPluginAsync;
  abilities: readonly Ability[];
  /** What can be made to go wrong with our next texts to a person, by a short key; see `context.failures`. */
  failures: Record<string, string>;
  /** A person's text arrives at the product; resolves when its webhook has answered. */
  deliver: DeliverText;
};

/** What a stand-in is given. `settings` are those of the product's channel, for the stand-in to check. */
export type GatewayOptions = {
  settings: unknown;
  listExperts: () => Promise<SandboxExpert[]>;
  /** Where the product is reached. */
  publicUrl: () => string;
};

/** Every gateway's file exports this as `createGateway`; the file bears the channel's name (`standInName`). */
export type CreateGateway = (context: SandboxContext, options: GatewayOptions) => Gateway;
