import { createHmac, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { loadEnvFile } from 'node:process';
import {
  type AiProviderKey,
  aiProviderKeys,
  baseUrlSetting,
  standInPath,
} from '#shared/ai-providers.ts';
import { channelKeys, standInName } from '#shared/channels.ts';
import type { PaidPlanId } from '#shared/plans.ts';
import { readChannelSettings } from './channels/index.ts';
import { companions, type Environment, environment } from './environment.ts';

/** A setting, or several, that can't be used. `problems` has one line each, naming the setting. */
export class ConfigError extends Error {
  override name = 'ConfigError';
  readonly problems: string[];
  constructor(problems: string[]) {
    super(problems.join('\n'));
    this.problems = problems;
  }
}

const stripeTimeoutMs = 10_000;

export type StripeSettings = {
  secretKey: string;
  webhookSecret: string;
  apiUrl: string;
  /** Somebody waits for the answer. */
  timeoutMs: number;
  /** Prices kept at Stripe; a plan without one is sold at the price of shared/plans.ts. */
  prices: Record<PaidPlanId, string | undefined>;
};

export type Config = ReturnType<typeof loadConfig>;

/**
 * Reads and checks every setting, and makes the secret key where none is given.
 * @throws {ConfigError} with a line for every problem, not just the first.
 */
export function loadConfig(source: Record<string, string | undefined>) {
  // An empty value counts as unset: `PORT=` in a .env file must not mean port 0.
  const filled = Object.fromEntries(Object.entries(source).filter(([, value]) => value?.trim()));
  const parsed = environment.safeParse(filled);
  const problems = parsed.success
    ? []
    : parsed.error.issues.map((issue) => `${String(issue.path[0])} ${issue.message}`);
  for (const [name, needed] of companions) {
    for (const other of needed) {
      if (filled[name] && !filled[other]) problems.push(`${other} is needed with ${name}`);
    }
  }
  if (!parsed.success || problems.length > 0) throw new ConfigError([...new Set(problems)]);
  return derive(parsed.data);
}

/** Settings of this process: the environment over the `.env` file of the working directory. */
export function readEnvironment(): Record<string, string | undefined> {
  if (existsSync('.env')) loadEnvFile('.env');
  return process.env;
}

function derive(env: Environment) {
  const dataDir = resolve(env.DATA_DIR);
  const secretKey = Buffer.from(env.SECRET_KEY ?? keptSecret(dataDir), 'base64');
  const publicUrl = env.PUBLIC_URL ?? `http://localhost:${env.PORT}`;
  const usesSandbox = (hasCredentials: boolean) =>
    env.SANDBOX === 'on' ||
    (env.SANDBOX === 'auto' && !hasCredentials && env.NODE_ENV !== 'production');
  const isStripeSandboxed = usesSandbox(env.STRIPE_SECRET_KEY !== undefined);
  // The stand-ins live in the process that serves HTTP; a worker alone reaches them by the public address.
  const localHost = env.HOST === '0.0.0.0' || env.HOST === '::' ? '127.0.0.1' : env.HOST;
  const sandboxUrl = `${env.ROLES.includes('http') ? `http://${urlHost(localHost)}:${env.PORT}` : publicUrl}/sandbox`;
  const ai = aiSettings(env, sandboxUrl, usesSandbox);
  const channels = readChannelSettings(env, (key, hasCredentials) =>
    usesSandbox(hasCredentials)
      ? {
          url: `${sandboxUrl}/${standInName(key)}`,
          chatUrl: `${publicUrl}/sandbox/${standInName(key)}/open`,
          secret: (name) => sandboxSecret(secretKey, name),
        }
      : null,
  );
  const sandboxedChannels = channelKeys.filter((key) => channels[key]?.isSandboxed);
  const isTextingSandboxed = sandboxedChannels.length > 0 || ai.sandboxed.length > 0;
  const doPeopleReallyText = channelKeys.some((key) => channels[key]?.isSandboxed === false);

  return {
    port: env.PORT,
    host: env.HOST,
    publicUrl,
    dataDir,
    databaseUrl: env.DATABASE_URL,
    secretKey,
    roles: env.ROLES,
    // Not for Stripe's sake alone: where people really text, nobody may know the admin's password.
    admin: adminAccount(env, isTextingSandboxed && !doPeopleReallyText),
    sandbox: {
      /** The channels whose gateways are played. */
      channels: sandboxedChannels,
      /** The vendors whose stand-ins answer, unless a provider has an address of its own. */
      ai: ai.sandboxed,
      stripe: isStripeSandboxed,
      any: isTextingSandboxed || isStripeSandboxed,
    },
    trustProxy: env.TRUST_PROXY,
    channels,
    stripe: stripeSettings(env, isStripeSandboxed, sandboxUrl, secretKey),
    aiBaseUrls: ai.baseUrls,
    replyTimeoutMs: env.REPLY_TIMEOUT_MS,
    replyConcurrency: env.REPLY_CONCURRENCY,
    logLevel: env.LOG_LEVEL,
    metricsToken: env.METRICS_TOKEN,
  };
}

/** Where each vendor is called, unless a provider has an address of its own; undefined: at the vendor's. */
function aiSettings(
  env: Environment,
  sandboxUrl: string,
  usesSandbox: (hasCredentials: boolean) => boolean,
) {
  const baseUrls = {} as Record<AiProviderKey, string | undefined>;
  const sandboxed: AiProviderKey[] = [];
  for (const key of aiProviderKeys) {
    const named = env[baseUrlSetting(key)];
    const isSandboxed = usesSandbox(named !== undefined);
    if (isSandboxed) sandboxed.push(key);
    baseUrls[key] = isSandboxed ? sandboxUrl + standInPath(key) : named;
  }
  return { baseUrls, sandboxed };
}

function adminAccount(env: Environment, isSandboxed: boolean) {
  if (env.ADMIN_EMAIL && env.ADMIN_PASSWORD) {
    return { email: env.ADMIN_EMAIL, password: env.ADMIN_PASSWORD, isSandboxDefault: false };
  }
  if (!isSandboxed || env.NODE_ENV === 'production') return null;
  return { email: 'admin@example.com', password: 'Sagewire-demo-1', isSandboxDefault: true };
}

function stripeSettings(
  env: Environment,
  isSandboxed: boolean,
  sandboxUrl: string,
  secretKey: Buffer,
): StripeSettings | null {
  if (isSandboxed) {
    return {
      secretKey: `sk_test_${sandboxSecret(secretKey, 'stripe key')}`,
      webhookSecret: `whsec_${sandboxSecret(secretKey, 'stripe webhook')}`,
      apiUrl: `${sandboxUrl}/stripe`,
      timeoutMs: stripeTimeoutMs,
      // The stand-in knows none of the account's prices.
      prices: { payg: undefined, monthly: undefined, annual: undefined },
    };
  }
  if (!env.STRIPE_SECRET_KEY || !env.STRIPE_WEBHOOK_SECRET) return null;
  return {
    secretKey: env.STRIPE_SECRET_KEY,
    webhookSecret: env.STRIPE_WEBHOOK_SECRET,
    apiUrl: env.STRIPE_API_URL,
    timeoutMs: stripeTimeoutMs,
    prices: {
      payg: env.STRIPE_PRICE_PAYG,
      monthly: env.STRIPE_PRICE_MONTHLY,
      annual: env.STRIPE_PRICE_ANNUAL,
    },
  };
}

/** Derived, so that nobody who has read this code can sign a webhook for somebody's sandbox. */
function sandboxSecret(secretKey: Buffer, name: string): string {
  return createHmac('sha256', secretKey).update(`sandbox ${name}`).digest('hex').slice(0, 32);
}

/** The key made at the first start of this DATA_DIR, so that stored credentials stay readable. */
function keptSecret(dataDir: string): string {
  const path = join(dataDir, 'secret.key');
  try {
    mkdirSync(dataDir, { recursive: true });
    if (!existsSync(path)) {
      writeFileSync(path, `${randomBytes(32).toString('base64')}\n`, { mode: 0o600, flag: 'wx' });
    }
    return readFileSync(path, 'utf8').trim();
  } catch (error) {
    throw new ConfigError([`DATA_DIR ${dataDir} can't be used: ${(error as Error).message}`]);
  }
}

function urlHost(host: string): string {
  return host.includes(':') ? `[${host}]` : host;
}
