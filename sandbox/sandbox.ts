import { join } from 'node:path';
import type { FastifyPluginAsync } from 'fastify';
import { type AiProviderKey, standInPath, vendorFile } from '#shared/ai-providers.ts';
import { type ChannelKey, standInName } from '#shared/channels.ts';
import { readBodiesAsText } from './body-parsers.ts';
import type { SandboxContext, SandboxExpert, StripeAccount } from './context.ts';
import { createFeed } from './feed.ts';
import type { CreateGateway, Gateway } from './gateway.ts';
import { createPeople } from './phone/people.ts';
import { createPhone } from './phone/phone.ts';
import { createScheduler } from './scheduler.ts';
import { createStripe, type StripeStandIn } from './stripe.ts';
import { createTextLog, type Text } from './texts.ts';
import { createSendFailures, type PlannedFailure } from './twilio/failures.ts';
import type { DeliverText } from './twilio/inbound.ts';
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
  deliverText: DeliverText;
  /** The next sends to this phone fail like this; null takes it back. */
  planFailure(phone: string, failure: PlannedFailure | null): void;
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
  const people = createPeople(context.texts, feed);
  const gateways = await createGateways(context, options.channels, listExperts);

  const getPublicUrl = () =>
    (typeof options.publicUrl === 'string' ? options.publicUrl : options.publicUrl()).replace(
      /\/$/,
      '',
    );
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
  const deliverText = gateways.get('SMS')?.deliver ?? refuseText;

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
      const phone = { ...facts, deliverText, reset };
      await app.register(createPhone(phone));
    },
    outbox: context.texts.outbox,
    texts: context.texts.all,
    wire: context.wire.entries,
    stripe,
    deliverText,
    planFailure: context.failures.plan,
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
  listExperts: () => Promise<SandboxExpert[]>,
): Promise<Map<string, Gateway>> {
  const gateways = new Map<string, Gateway>();
  for (const [key, settings] of Object.entries(channels)) {
    const module: { createGateway: CreateGateway } = await import(
      /* @vite-ignore */ new URL(`${standInName(key)}.ts`, import.meta.url).href
    );
    gateways.set(key, module.createGateway(context, { settings, listExperts }));
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

async function refuseText(): Promise<never> {
  throw new Error('The sandbox runs without Twilio.');
}
