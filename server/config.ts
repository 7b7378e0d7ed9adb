import { resolve } from 'node:path';
import {
  type AiProviderKey,
  aiProviderKeys,
  aiProviderNames,
  baseUrlSetting,
  standInPath,
} from '#shared/ai-providers.ts';
import { channelKeys, channelNames, standInName } from '#shared/channels.ts';
import type { PaidPlanId } from '#shared/plans.ts';
import { readAdmin } from './access/sandbox-admin.ts';
import { deriveKey } from './access/secrets/derive-key.ts';
import { readKeyFile } from './access/secrets/key-file.ts';
import type { SecretKeys } from './access/secrets/secrets.ts';
import { hasOwnChannel, readChannelSettings } from './channels/index.ts';
import { describeDataDirProblem } from './outside/settings/data-dir.ts';
import { listDoubts } from './outside/settings/doubts.ts';
import { type Environment, environment, requiredTogether } from './outside/settings/environment.ts';
import { explainProblem, findUnescaped } from './outside/settings/explain-problem.ts';
import {
  chooseStandIns,
  findSandboxProblem,
  isModelReal,
  isReachedByOthers,
} from './outside/settings/stand-ins.ts';

/** Each line of `problems` begins with a setting's name. */
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
  timeoutMs: number;
  /** Stripe price ids; a plan without one uses the price in shared/plans.ts. */
  prices: Record<PaidPlanId, string | undefined>;
};

export type Config = ReturnType<typeof loadConfig>;

/**
 * Creates a secret key if none is set.
 * @throws {ConfigError} with one line per problem.
 */
export function loadConfig(source: Record<string, string | undefined>) {
  // Empty means unset: `PORT=` must not mean port 0.
  const filled = Object.fromEntries(Object.entries(source).filter(([, value]) => value?.trim()));
  const parsed = environment.safeParse(filled);
  const problems = parsed.success
    ? []
    : parsed.error.issues.map(({ path: [name], message }) =>
        explainProblem(String(name), filled[String(name)], message),
      );
  problems.push(...Object.keys(filled).flatMap((name) => findUnescaped(name, filled[name]) ?? []));
  for (const [name, needed] of requiredTogether) {
    for (const other of needed) {
      if (filled[name] && !filled[other]) problems.push(`${other} is required with ${name}`);
    }
  }
  const sandboxProblem = findSandboxProblem(filled);
  if (sandboxProblem) problems.push(sandboxProblem);
  if (!parsed.success || problems.length > 0) throw new ConfigError([...new Set(problems)]);
  const config = toConfig(parsed.data);
  return { ...config, doubts: listDoubts(filled, config, Object.keys(environment.shape)) };
}

function toConfig(env: Environment) {
  const dataDir = resolve(env.DATA_DIR);
  const secretKeys = readSecretKeys(env, dataDir);
  const secretKey = secretKeys.current;
  const publicUrl = env.PUBLIC_URL ?? `http://localhost:${env.PORT}`;
  const usesSandbox = chooseStandIns(env, hasOwnChannel(env));
  const isStripeSandboxed = usesSandbox(env.STRIPE_SECRET_KEY !== undefined);
  // Other processes reach the stand-ins at the public address.
  const localHost = env.HOST === '0.0.0.0' || env.HOST === '::' ? '127.0.0.1' : env.HOST;
  const sandboxUrl = `${env.ROLES.includes('http') ? `http://${toUrlHost(localHost)}:${env.PORT}` : publicUrl}/sandbox`;
  const ai = readAiSettings(env, sandboxUrl, usesSandbox);
  const channels = readChannelSettings(env, (key, hasCredentials) =>
    usesSandbox(hasCredentials)
      ? {
          url: `${sandboxUrl}/${standInName(key)}`,
          chatUrl: `${publicUrl}/sandbox/${standInName(key)}/open`,
          secret: (name) => deriveSandboxSecret(secretKey, name),
        }
      : null,
  );
  const sandboxedChannels = channelKeys.filter((key) => channels[key]?.isSandboxed);
  const isTextingSandboxed = sandboxedChannels.length > 0 || ai.sandboxed.length > 0;
  const isSandbox = isTextingSandboxed && env.SANDBOX !== 'mixed';
  const takesKnownPassword = isSandbox && !isReachedByOthers(env);

  return {
    port: env.PORT,
    host: env.HOST,
    publicUrl,
    dataDir,
    bucket: env.FILES_URL ?? null,
    databaseUrl: env.DATABASE_URL,
    databaseDirectUrl: env.DATABASE_DIRECT_URL,
    secretKeys,
    /** Seals backups instead of SECRET_KEY. */
    backupPassphrase: env.BACKUP_PASSPHRASE ?? null,
    isKeyGenerated: env.SECRET_KEY === undefined,
    roles: env.ROLES,
    drainMs: env.DRAIN_SECONDS * 1000,
    admin: readAdmin(env, { isSandbox, takesKnownPassword, secretKey }),
    sandbox: {
      channels: sandboxedChannels,
      /** Providers with a base URL of their own are never sandboxed. */
      ai: ai.sandboxed,
      stripe: isStripeSandboxed,
      any: isTextingSandboxed || isStripeSandboxed,
      /** Accepts the published password, which is safe only while no service is real and only this machine gets in. */
      takesKnownPassword,
      /** Stand-ins that every page warns of: beside real services they are easily taken for real. */
      warnedOf:
        env.SANDBOX === 'mixed'
          ? [
              ...sandboxedChannels.map((key) => channelNames[key]),
              ...ai.sandboxed.map((key) => aiProviderNames[key]),
              ...(isStripeSandboxed ? ['Stripe'] : []),
            ]
          : [],
      /** Restricts the sandbox's pages; null opens them to anyone. */
      guard:
        env.SANDBOX === 'mixed' || env.SANDBOX_PASSWORD !== undefined
          ? { password: env.SANDBOX_PASSWORD }
          : null,
    },
    trustProxy: env.TRUST_PROXY,
    allowPrivateUrls: env.ALLOW_PRIVATE_URLS,
    trustedUrls: [
      sandboxUrl,
      ...listVendorUrls(env),
      ...(env.FILES_URL ? [env.FILES_URL.url] : []),
    ],
    channels,
    stripe: readStripeSettings(env, isStripeSandboxed, sandboxUrl, secretKey),
    aiBaseUrls: ai.baseUrls,
    replyTimeoutMs: env.REPLY_TIMEOUT_MS,
    moderationTimeoutMs: env.MODERATION_TIMEOUT_MS,
    replyConcurrency: env.REPLY_CONCURRENCY,
    /** While a message has waited longer, gateways must keep new ones. */
    maxBacklogMs: env.MAX_BACKLOG_SECONDS * 1000,
    /** Limits on questions to unverified phones: all of them per day; per network and number prefix an hour. */
    questions: {
      perDay: env.SMS_DAILY_QUESTIONS,
      perAddress: env.QUESTIONS_PER_ADDRESS,
      perPrefix: env.QUESTIONS_PER_PREFIX,
    },
    logLevel: env.LOG_LEVEL,
    metricsToken: env.METRICS_TOKEN,
    /** Null: no traces. */
    tracing: env.OTEL_EXPORTER_OTLP_ENDPOINT
      ? {
          endpoint: env.OTEL_EXPORTER_OTLP_ENDPOINT,
          share: env.OTEL_TRACES_SAMPLER_ARG,
          roles: env.ROLES,
        }
      : null,
    mail: env.SMTP_URL && env.MAIL_FROM ? { url: env.SMTP_URL, from: env.MAIL_FROM } : null,
    /** Shown wherever people are told to contact support. */
    supportEmail: env.SUPPORT_EMAIL ?? null,
    requireAdmin2fa: env.REQUIRE_ADMIN_2FA,
    /** In days; 0 keeps everything. */
    retention: {
      auditDays: env.AUDIT_DAYS,
      stripeEventDays: env.STRIPE_EVENT_DAYS,
      pictureDays: env.PICTURE_DAYS,
      messageDays: env.MESSAGE_DAYS,
    },
  };
}

/** Addresses of vendors that the operator may have pointed at a proxy. */
function listVendorUrls(env: Environment): string[] {
  const urls = Object.entries(env).filter(([name]) => /_(API|BASE)_URL$/.test(name));
  return urls.flatMap(([, url]) => (typeof url === 'string' ? url : []));
}

/** Undefined means the vendor's address. */
function readAiSettings(
  env: Environment,
  sandboxUrl: string,
  usesSandbox: (hasCredentials: boolean) => boolean,
) {
  const baseUrls = {} as Record<AiProviderKey, string | undefined>;
  const sandboxed: AiProviderKey[] = [];
  for (const key of aiProviderKeys) {
    const configured = env[baseUrlSetting(key)];
    const isSandboxed = usesSandbox(isModelReal(env, key));
    if (isSandboxed) sandboxed.push(key);
    baseUrls[key] = isSandboxed ? sandboxUrl + standInPath(key) : configured;
  }
  return { baseUrls, sandboxed };
}

function readStripeSettings(
  env: Environment,
  isSandboxed: boolean,
  sandboxUrl: string,
  secretKey: Buffer,
): StripeSettings | null {
  if (isSandboxed) {
    return {
      secretKey: `sk_test_${deriveSandboxSecret(secretKey, 'stripe key')}`,
      webhookSecret: `whsec_${deriveSandboxSecret(secretKey, 'stripe webhook')}`,
      apiUrl: `${sandboxUrl}/stripe`,
      timeoutMs: stripeTimeoutMs,
      // The stand-in does not know the account's price ids.
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

/** With a constant, any reader of this code could sign webhooks. */
function deriveSandboxSecret(secretKey: Buffer, name: string): string {
  return deriveKey(secretKey, `sandbox ${name}`).toString('hex').slice(0, 32);
}

/** @throws {ConfigError} if the folder for a generated key can't be used. */
function readSecretKeys(env: Environment, dataDir: string): SecretKeys {
  if (env.SECRET_KEY) return { current: env.SECRET_KEY, old: env.SECRET_KEY_OLD ?? null };
  try {
    return readKeyFile(dataDir);
  } catch (error) {
    const { why, fix } = describeDataDirProblem(dataDir, error as NodeJS.ErrnoException); // of reading and writing a file
    throw new ConfigError([`${why} ${fix}`]);
  }
}

function toUrlHost(host: string): string {
  return host.includes(':') ? `[${host}]` : host;
}
