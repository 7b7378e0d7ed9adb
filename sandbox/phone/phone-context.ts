import type { ChannelKey } from '#shared/channels.ts';
import type { SandboxContext, SandboxExpert } from '../context.ts';
import type { Feed } from '../feed.ts';
import type { Gateway, InboundResult, InboundText } from '../gateway.ts';
import type { People } from './people.ts';

export type PhoneContext = {
  context: SandboxContext;
  feed: Feed;
  people: People;
  listExperts: () => Promise<SandboxExpert[]>;
  getPublicUrl: () => string;
  gateways: ReadonlyMap<ChannelKey, Gateway>;
  deliver: (channel: ChannelKey, inbound: InboundText) => Promise<InboundResult>;
  reset: () => void;
  hasPayments: boolean;
};
