import { join } from 'node:path';
import type { FastifyPluginAsync } from 'fastify';
import { type AiProviderKey, vendorFile } from '#shared/ai-providers.ts';
import { type ChannelKey, channelKeys, standInName } from '#shared/channels.ts';
import { personAt } from './addresses.ts';
import { readBodiesAsText } from './body-parsers.ts';
import type { SandboxContext, SandboxExpert, StripeAccount } from './context.ts';
import { createSendFailures, type PlannedFailure, parseFailureSwitch } from './failures.ts';
import { createFeed } from './feed.ts';
import type {
  CreateGateway,
  DeliverText,
  Gateway,
  GatewayOptions,
  InboundResult,
  InboundText,
} from './gateway.ts';
import { guardPages, type PageGuard } from './guard-pages.ts';
import { createPeople } from './phone/people.ts';
import { createPhone } from './phone/phone.ts';
import { createScheduler } from './scheduler.ts';
import { createStripe, type StripeStandIn } from './stripe.ts';
import { createTextLog, type Text } from './texts.ts';
import { createOptOuts } from './twilio/keywords.ts';
import { createWireLog, type WireEntry } from './wire.ts';

export type SandboxOptions = {
  /** A function if the port is not known yet. */
  publicUrl: string | (() => string);
  channels: Partial<Record<ChannelKey, unknown>>;
  ai: readonly AiProviderKey[];
  /** Null leaves Stripe out. */
  stripe?: StripeAccount | null;
  /** Default: pages are open to anyone. */
  guard?: PageGuard | null;
  /** Keeps Stripe's data; default: in memory. */
  dataDir?: string;
  /** The unit of every delay; 0 in tests. */
  delayMs?: number;
  /** Besides HTTP, the only way into the product. */
  listExperts?: () => Promise<SandboxExpert[]>;
  fetch?: typeof fetch;
  log?: { error(facts: object, message: string): void };
  /** The product's clock, where a test moves it. */
  now?: () => Date;
};

export type Sandbox = {
  /** Register with the prefix `/sandbox`. */
  plugin: FastifyPluginAsync;
  /** Newest last, without Twilio's own answers to keywords. */
  readonly outbox: readonly Text[];
  readonly texts: readonly Text[];
  readonly wire: readonly WireEntry[];
  /** For tests. */
  readonly stripe: Omit<StripeStandIn, 'api' | 'pages'> | null;
  /** Resolves when the webhook has answered. */
  deliver(channel: ChannelKey, inbound: InboundText): Promise<InboundResult>;
  deliverText: DeliverText;
  /** Null cancels; the default channel is SMS. */
  planFailure(person: string, failure: PlannedFailure | null, channel?: ChannelKey): void;
  waitUntilIdle(): Promise<void>;
  reset(): void;
  close(): Promise<void>;
};

const defaultDelayMs = 100;

type VendorFile = {
  createModel(context: SandboxContext, delayMs: number): FastifyPluginAsync;
  /** Default: `v1`. */
  versions?: readonly string[];
};

/** All data but Stripe's is kept in memory. */
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
  const gatewayOptions = { listExperts, publicUrl: getPublicUrl };
  const gateways = await createGateways(context, options.channels, gatewayOptions);
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
    const planned = parseFailureSwitch(inbound.body, gateway.failures);
    if (planned) context.failures.plan(channel, personAt(inbound.from), planned);
    return gateway.deliver(inbound);
  };

  return {
    plugin: async (app) => {
      readBodiesAsText(app);
      app.addHook('onRoute', (route) => {
        route.schema = { ...route.schema, hide: true } as typeof route.schema;
      });
      // Open event streams would keep the server from closing.
      app.addHook('preClose', () => context.scheduler.close());
      for (const [key, { plugin }] of gateways) {
        await app.register(plugin, { prefix: `/${standInName(key)}` });
      }
      for (const key of options.ai) {
        const { createModel, versions } = await loadVendor(key);
        for (const version of versions ?? ['v1']) {
          const prefix = `/${vendorFile(key)}/${version}`;
          await app.register(createModel(context, delayMs), { prefix });
        }
      }
      if (stripe) await app.register(stripe.api, { prefix: '/stripe' });
      const hasPayments = stripe !== null;
      const facts = { context, feed, people, listExperts, getPublicUrl, hasPayments };
      const phone = { ...facts, gateways, deliver, reset };
      await app.register(async (pages) => {
        if (options.guard) guardPages(pages, options.guard);
        if (stripe) await pages.register(stripe.pages, { prefix: '/stripe' });
        await pages.register(createPhone(phone));
      });
    },
    outbox: context.texts.outbox,
    texts: context.texts.all,
    wire: context.wire.entries,
    stripe,
    deliver,
    deliverText: (inbound) => deliver('SMS', inbound),
    planFailure: (person, failure, channel = 'SMS') =>
      context.failures.plan(channel, personAt(person), failure),
    waitUntilIdle: context.scheduler.waitUntilIdle,
    reset,
    close: context.scheduler.close,
  };
}

function createContext(
  { fetch: send, log, now = () => new Date() }: SandboxOptions,
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
    now,
  };
}

/** By name: a new channel's stand-in is one new file. */
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

async function loadVendor(key: AiProviderKey): Promise<VendorFile> {
  return import(/* @vite-ignore */ `./${vendorFile(key)}.ts`);
}
