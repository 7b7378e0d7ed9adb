import { join } from 'node:path';
import type { FastifyPluginAsync } from 'fastify';
import { type AiProviderKey, standInPath, vendorFile } from '#shared/ai-providers.ts';
import { type ChannelKey, channelKeys, standInName } from '#shared/channels.ts';
import { personAt } from './addresses.ts';
import { readBodiesAsText } from './body-parsers.ts';
import type { SandboxContext, SandboxExpert, StripeAccount } from './context.ts';
import { createSendFailures, findTextedFailure, type PlannedFailure } from './failures.ts';
import { createFeed } from './feed.ts';
import type {
  CreateGateway,
  DeliverText,
  Gateway,
  GatewayOptions,
  InboundResult,
  InboundText,
} from './gateway.ts';
import { createPeople } from './phone/people.ts';
import { createPhone } from './phone/phone.ts';
import { createScheduler } from './scheduler.ts';
import { createStripe, type StripeStandIn } from './stripe.ts';
import { createTextLog, type Text } from './texts.ts';
import { createOptOuts } from './twilio/keywords.ts';
import { createWireLog, type WireEntry } from './wire.ts';

export type SandboxOptions = {
  /** Where the product is reached; webhook addresses are built from it. A function where the port is not known yet. */
  publicUrl: string | (() => string);
  /** The gateways that are played, with the settings of the product's channels. */
  channels: Partial<Record<ChannelKey, unknown>>;
  /** The vendors of models that are played. */
  ai: readonly AiProviderKey[];
  /** The merchant's keys; null leaves Stripe out. */
  stripe?: StripeAccount | null;
  /** Where Stripe's side is kept over a restart; without it nothing is kept. */
  dataDir?: string;
  /** One natural delay: a text is sent after one, delivered after four, a model answers after six. 0 in tests. */
  delayMs?: number;
  /** The experts on the phone page; the sandbox itself never looks into the product. */
  listExperts?: () => Promise<SandboxExpert[]>;
  /** How webhooks and callbacks reach the product. */
  fetch?: typeof fetch;
  log?: { error(facts: object, message: string): void };
};

export type Sandbox = {
  /** Register with the prefix `/sandbox`. */
  plugin: FastifyPluginAsync;
  /** Texts that left the product, newest last; Twilio's own answers to keywords are only in `texts`. */
  readonly outbox: readonly Text[];
  readonly texts: readonly Text[];
  readonly wire: readonly WireEntry[];
  /** What people do at Stripe, for tests; null where Stripe is left out. */
  readonly stripe: Omit<StripeStandIn, 'plugin'> | null;
  /** A person's text arrives at the product; resolves when its webhook has answered. */
  deliver(channel: ChannelKey, inbound: InboundText): Promise<InboundResult>;
  /** The same by SMS. */
  deliverText: DeliverText;
  /** The next sends to this person fail like this, by SMS unless told otherwise; null takes it back. */
  planFailure(person: string, failure: PlannedFailure | null, channel?: ChannelKey): void;
  /** Resolves when every status callback that is due has been delivered. */
  settled(): Promise<void>;
  reset(): void;
  close(): Promise<void>;
};

const defaultDelayMs = 100;

type CreateModel = (context: SandboxContext, delayMs: number) => FastifyPluginAsync;

/** Stand-ins that speak the vendors' protocols over HTTP, and a phone to text with; everything lives in memory. */
export async function createSandbox(options: SandboxOptions): Promise<Sandbox> {
  const delayMs = options.delayMs ?? defaultDelayMs;
  const listExperts = options.listExperts ?? (async () => []);
  const feed = createFeed();
  const context = createContext(options, delayMs, feed);
  const getPublicUrl = () =>
    (typeof options.publicUrl === 'string' ? options.publicUrl : options.publicUrl()).replace(
      /\/$/,
      '',
    );
  const facts = { listExperts, publicUrl: getPublicUrl };
  const gateways = await createGateways(context, options.channels, facts);
  const hasNumbersOnly = [...gateways.keys()].every((key) => key === 'SMS');
  const people = createPeople(context.texts, feed, hasNumbersOnly);

  const stripe = options.stripe
    ? createStripe(context, {
        keys: options.stripe,
        getPublicUrl,
        file: options.dataDir ? join(options.dataDir, 'sandbox', 'stripe.json') : null,
      })
    : null;

  const reset = () => {
    context.texts.clear();
    context.wire.clear();
    context.failures.clear();
    context.optOuts.clear();
    people.clear();
    feed.publish({ type: 'reset' });
  };
  const deliver = async (channel: ChannelKey, inbound: InboundText): Promise<InboundResult> => {
    const gateway = gateways.get(channel);
    if (!gateway) throw new Error(`The sandbox runs without a gateway for ${channel}.`);
    const planned = findTextedFailure(inbound.body, gateway.failures);
    if (planned) context.failures.plan(channel, personAt(inbound.from), planned);
    return gateway.deliver(inbound);
  };

  return {
    plugin: async (app) => {
      readBodiesAsText(app);
      app.addHook('onRoute', (route) => {
        route.schema = { ...route.schema, hide: true } as typeof route.schema;
      });
      // Before the server stops listening: open event streams would keep it waiting.
      app.addHook('preClose', () => context.scheduler.close());
      for (const [key, { plugin }] of gateways) {
        await app.register(plugin, { prefix: `/${standInName(key)}` });
      }
      for (const key of options.ai) {
        await app.register(await loadModel(key, context, delayMs), { prefix: standInPath(key) });
      }
      if (stripe) await app.register(stripe.plugin, { prefix: '/stripe' });
      const hasPayments = stripe !== null;
      const facts = { context, feed, people, listExperts, getPublicUrl, hasPayments };
      const phone = { ...facts, gateways, deliver, reset };
      await app.register(createPhone(phone));
    },
    outbox: context.texts.outbox,
    texts: context.texts.all,
    wire: context.wire.entries,
    stripe,
    deliver,
    deliverText: (inbound) => deliver('SMS', inbound),
    planFailure: (person, failure, channel = 'SMS') =>
      context.failures.plan(channel, personAt(person), failure),
    settled: context.scheduler.settled,
    reset,
    close: context.scheduler.close,
  };
}

function createContext(
  { fetch: send, log }: SandboxOptions,
  delayMs: number,
  feed: ReturnType<typeof createFeed>,
): SandboxContext {
  const onError = (error: unknown) => log?.error({ err: error }, 'Sandbox work failed');
  return {
    texts: createTextLog(feed),
    wire: createWireLog(feed),
    failures: createSendFailures(() => feed.publish({ type: 'people' })),
    optOuts: createOptOuts(),
    scheduler: createScheduler(delayMs, onError),
    fetch: send ?? fetch,
  };
}

/** By name, so that a new channel's stand-in is one new file. */
async function createGateways(
  context: SandboxContext,
  channels: SandboxOptions['channels'],
  facts: Pick<GatewayOptions, 'listExperts' | 'publicUrl'>,
): Promise<Map<ChannelKey, Gateway>> {
  const gateways = new Map<ChannelKey, Gateway>();
  for (const key of channelKeys) {
    const settings = channels[key];
    if (settings === undefined) continue;
    const module: { createGateway: CreateGateway } = await import(
      /* @vite-ignore */ `./${standInName(key)}.ts`
    );
    gateways.set(key, module.createGateway(context, { settings, ...facts }));
  }
  return gateways;
}

/** A vendor's stand-in is the `createModel` of the file named after its key. */
async function loadModel(key: AiProviderKey, context: SandboxContext, delayMs: number) {
  const file: { createModel: CreateModel } = await import(
    /* @vite-ignore */ `./${vendorFile(key)}.ts`
  );
  return file.createModel(context, delayMs);
}
