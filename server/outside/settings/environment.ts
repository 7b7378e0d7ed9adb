import { isIP } from 'node:net';
import { z } from 'zod';
import { type AiProviderKey, aiProviderKeys, baseUrlSetting } from '#shared/ai-providers.ts';
import { emailAddress } from '#shared/email.ts';
import { readBucketUrl } from '../files/bucket-settings.ts';

const text = z.string().trim().optional();
const address = (example: string) =>
  z.url({ protocol: /^https?$/, message: `must be an http(s) address like ${example}` });
const base = (url: string) => address(url).default(url).transform(trimSlash);
const postgresAddress = z
  .url({ protocol: /^postgres(ql)?$/, message: 'must be a postgres:// address' })
  .optional();
const count = (initial: number, least: number, most: number) =>
  z.coerce
    .number('must be a number')
    .int('must be a whole number')
    .min(least, `must be at least ${least}`)
    .max(most, `must be at most ${most}`)
    .default(initial);
const secretKey = z
  .string()
  .refine(
    (key) => /^[A-Za-z0-9+/_-]+=*$/.test(key) && Buffer.from(key, 'base64').length === 32,
    'must be 32 bytes in base64 (make one with: openssl rand -base64 32)',
  )
  .transform((key) => Buffer.from(key, 'base64'));
const flag = (initial: 'true' | 'false') =>
  z
    .enum(['true', 'false'], 'must be true or false')
    .default(initial)
    .transform((value) => value === 'true');
const maxDays = 36_500;
const rolesProblem = 'must list http, worker or both';
const proxyNames = ['loopback', 'linklocal', 'uniquelocal'];

export const environment = z.object({
  NODE_ENV: text,
  PORT: count(3000, 1, 65_535),
  HOST: z.string().default('127.0.0.1'),
  PUBLIC_URL: address('https://chat.example.com')
    .transform(trimSlash)
    .refine(hasNoQuery, 'must not contain ? or #')
    .optional(),
  DATA_DIR: z.string().default('./data'),
  FILES_URL: z
    .string()
    .trim()
    .transform(readBucketUrl)
    .refine((bucket) => bucket !== null, 'must be like s3://KEY:SECRET@s3.example.com/bucket')
    .optional(),
  DATABASE_URL: postgresAddress,
  DATABASE_DIRECT_URL: postgresAddress,
  SECRET_KEY: secretKey.optional(),
  SECRET_KEY_OLD: secretKey.optional(),
  BACKUP_PASSPHRASE: z.string().min(12, 'must have at least 12 characters').optional(),
  ROLES: z
    .string()
    .default('http,worker')
    .transform(splitList)
    .pipe(z.array(z.enum(['http', 'worker'], rolesProblem)).min(1, rolesProblem)),
  DRAIN_SECONDS: count(0, 0, 60),
  ADMIN_EMAIL: emailAddress('must be an email address').optional(),
  ADMIN_PASSWORD: z.string().min(8, 'must have at least 8 characters').optional(),
  SANDBOX: z.enum(['auto', 'mixed', 'on', 'off'], 'must be auto, mixed, on or off').default('auto'),
  SANDBOX_PASSWORD: z.string().min(12, 'must have at least 12 characters').optional(),
  ALLOW_PRIVATE_URLS: flag('false'),
  TRUST_PROXY: z
    .string()
    .transform(splitList)
    .refine((list) => list.every(isProxyAddress), {
      message: `must list addresses, ranges like 10.0.0.0/8, or ${proxyNames.join(', ')}`,
    })
    .optional(),
  TWILIO_ACCOUNT_SID: z
    .string()
    .regex(/^AC[0-9a-fA-F]{32}$/, 'must be AC and 32 hexadecimal digits')
    .optional(),
  TWILIO_AUTH_TOKEN: text,
  TWILIO_MESSAGING_SERVICE_SID: z
    .string()
    .regex(/^MG[0-9a-fA-F]{32}$/, 'must be MG and 32 hexadecimal digits')
    .optional(),
  TWILIO_API_URL: base('https://api.twilio.com'),
  TWILIO_ANSWERS_KEYWORDS: flag('true'),
  WHATSAPP_ACCESS_TOKEN: text,
  WHATSAPP_APP_SECRET: text,
  WHATSAPP_VERIFY_TOKEN: text,
  WHATSAPP_PHONE_NUMBER_ID: text,
  WHATSAPP_API_URL: base('https://graph.facebook.com'),
  AMB_MSP_ID: text,
  AMB_SECRET: z
    .string()
    .trim()
    .regex(/^[A-Za-z0-9+/]{16,}={0,2}$/, 'must be base64, as Apple shows it')
    .optional(),
  AMB_API_URL: base('https://mspgw.push.apple.com'),
  STRIPE_SECRET_KEY: text,
  STRIPE_WEBHOOK_SECRET: text,
  STRIPE_API_URL: base('https://api.stripe.com'),
  STRIPE_PRICE_PAYG: text,
  STRIPE_PRICE_MONTHLY: text,
  STRIPE_PRICE_ANNUAL: text,
  ...aiBaseUrls(),
  REPLY_TIMEOUT_MS: count(45_000, 100, 600_000),
  // How long a text may wait for a vendor's moderation. After that only the word lists decide.
  MODERATION_TIMEOUT_MS: count(250, 50, 10_000),
  REPLY_CONCURRENCY: count(64, 1, 10_000),
  MAX_BACKLOG_SECONDS: count(60, 1, 86_400),
  SMS_DAILY_QUESTIONS: count(500, 1, 1_000_000),
  QUESTIONS_PER_ADDRESS: count(30, 1, 1_000_000),
  QUESTIONS_PER_PREFIX: count(20, 1, 1_000_000),
  LOG_LEVEL: z
    .enum(
      ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
      'must be fatal, error, warn, info, debug, trace or silent',
    )
    .default('info'),
  METRICS_TOKEN: z.string().trim().min(16, 'must have at least 16 characters').optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: address('http://localhost:4318').transform(trimSlash).optional(),
  OTEL_TRACES_SAMPLER_ARG: z.coerce
    .number('must be a number')
    .min(0, 'must be at least 0')
    .max(1, 'must be at most 1')
    .default(1),
  SMTP_URL: z
    .url({
      protocol: /^smtps?$/,
      message: 'must be an address like smtps://user:password@mail.example.com',
    })
    .optional(),
  SUPPORT_EMAIL: emailAddress('must be an email address').optional(),
  MAIL_FROM: z
    .string()
    .trim()
    .regex(/^[^<>\r\n]*<?[^\s<>@]+@[^\s<>@]+>?$/, 'must be like Sagewire <no-reply@example.com>')
    .optional(),
  REQUIRE_ADMIN_2FA: flag('false'),
  AUDIT_DAYS: count(730, 0, maxDays),
  STRIPE_EVENT_DAYS: count(90, 0, maxDays).refine(
    (days) => days === 0 || days >= 90,
    'must be 0 or at least 90: Stripe may send an event again',
  ),
  PICTURE_DAYS: count(365, 0, maxDays),
  MESSAGE_DAYS: count(0, 0, maxDays).refine(
    (days) => days === 0 || days >= 30,
    'must be 0 or at least 30: a gateway may send a text again',
  ),
});

/** Each setting is valid only together with all settings of its list. */
export const requiredTogether: [keyof Environment, (keyof Environment)[]][] = [
  ['TWILIO_ACCOUNT_SID', ['TWILIO_AUTH_TOKEN']],
  ['TWILIO_AUTH_TOKEN', ['TWILIO_ACCOUNT_SID']],
  ['WHATSAPP_ACCESS_TOKEN', ['WHATSAPP_APP_SECRET', 'WHATSAPP_VERIFY_TOKEN']],
  ['AMB_MSP_ID', ['AMB_SECRET']],
  ['AMB_SECRET', ['AMB_MSP_ID']],
  ['STRIPE_SECRET_KEY', ['STRIPE_WEBHOOK_SECRET']],
  ['STRIPE_WEBHOOK_SECRET', ['STRIPE_SECRET_KEY']],
  ['SMTP_URL', ['MAIL_FROM']],
  ['MAIL_FROM', ['SMTP_URL']],
  ['ADMIN_EMAIL', ['ADMIN_PASSWORD']],
  ['ADMIN_PASSWORD', ['ADMIN_EMAIL']],
  ['DATABASE_URL', ['SECRET_KEY']],
  ['DATABASE_DIRECT_URL', ['DATABASE_URL']],
  ['SECRET_KEY_OLD', ['SECRET_KEY']],
];

export type Environment = z.infer<typeof environment>;

function aiBaseUrls() {
  const baseUrl = address('https://ai.example.com/v1').transform(trimSlash).optional();
  const settings = aiProviderKeys.map((key) => [baseUrlSetting(key), baseUrl]);
  // `Object.fromEntries` loses the names.
  return Object.fromEntries(settings) as Record<
    `${Uppercase<AiProviderKey>}_BASE_URL`,
    typeof baseUrl
  >;
}

function isProxyAddress(entry: string): boolean {
  const [ip = '', bits, ...rest] = entry.split('/');
  if (proxyNames.includes(entry)) return true;
  if (rest.length > 0 || !isIP(ip)) return false;
  return (
    bits === undefined ||
    (/^\d{1,3}$/.test(bits) && +bits > 0 && +bits <= (isIP(ip) === 4 ? 32 : 128))
  );
}

/** Addresses get a path appended, so they can't have a query. */
function hasNoQuery(url: string): boolean {
  return !/[?#]/.test(url);
}

function splitList(value: string): string[] {
  return value
    .split(',')
    .map((entry) => entry.trim())
    .filter(Boolean);
}

function trimSlash(url: string): string {
  return url.replace(/\/+$/, '');
}
