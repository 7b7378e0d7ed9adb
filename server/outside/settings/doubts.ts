import type { StripeSettings } from '#server/config.ts';
import type { CheckState } from '#shared/api/doctor.ts';
import { channelNames } from '#shared/channels.ts';
import { isLoopbackHost } from '../network.ts';
import { isPublicIp } from '../outgoing/addresses.ts';
import { isQuoted } from './explain-problem.ts';
import { findMisspelled } from './spelling.ts';
import { isReachedByOthers } from './stand-ins.ts';

type Source = Record<string, string | undefined>;
/** What of the configuration decides; all settings in it are valid. */
export type ValidSettings = {
  publicUrl: string;
  host: string;
  roles: readonly string[];
  channels: Partial<Record<keyof typeof channelNames, { isSandboxed: boolean }>>;
  stripe: StripeSettings | null;
  sandbox: { stripe: boolean };
};
/** Valid, and yet not what was meant. `about` is the setting. */
export type Doubt = { about: string; state: Exclude<CheckState, 'ok'>; why: string; fix: string };

/** @param known the names of all settings. */
export function listDoubts(source: Source, settings: ValidSettings, known: string[]): Doubt[] {
  return [
    ...doubtNames(source, known),
    ...doubtQuotes(source, known),
    ...doubtNodeEnv(source),
    ...doubtPublicUrl(source, settings),
    ...doubtRoles(source, settings),
    ...doubtMetrics(source, settings),
    ...doubtUnused(source),
    ...doubtKeys(source, settings),
    ...doubtMail(source),
  ];
}

const warn = (about: string, why: string, fix: string): Doubt => ({
  ...{ about, state: 'warning' as const, why, fix },
});
const broken = (about: string, why: string, fix: string): Doubt => ({
  ...{ about, state: 'broken' as const, why, fix },
});

function doubtNames(source: Source, known: string[]): Doubt[] {
  const set = Object.keys(source).filter((name) => source[name]?.trim());
  return findMisspelled(set, known).map(({ name, meant }) =>
    warn(
      name,
      `${name} is set, but is no setting of Sagewire, so it is not read.`,
      `If ${meant} is meant, rename it to ${meant}; otherwise remove it.`,
    ),
  );
}

function doubtQuotes(source: Source, known: string[]): Doubt[] {
  return known
    .filter((name) => isQuoted(source[name]))
    .map((name) =>
      warn(
        name,
        `${name} begins and ends with a quotation mark, which becomes part of it.`,
        `Write ${name} without quotes.`,
      ),
    );
}

function doubtNodeEnv({ NODE_ENV: mode }: Source): Doubt[] {
  if (!mode || ['production', 'development', 'test'].includes(mode)) return [];
  const why = `NODE_ENV=${mode} is read as development: only production keeps stand-ins from answering people.`;
  return [warn('NODE_ENV', why, 'Set NODE_ENV to production, or remove it.')];
}

function doubtPublicUrl(source: Source, settings: ValidSettings): Doubt[] {
  const { protocol, hostname, pathname } = new URL(settings.publicUrl);
  const name = 'PUBLIC_URL';
  const found: Doubt[] = [];
  if (pathname !== '/') {
    const why = `PUBLIC_URL has the path ${pathname}, but the dashboard's pages and files lie at the root of their host.`;
    found.push(
      broken(name, why, 'Give Sagewire a host of its own, and set PUBLIC_URL without a path.'),
    );
  }
  const real = listReal(settings);
  if (real.length === 0) return found;
  const fix = 'Set PUBLIC_URL to the https address at which the outside reaches Sagewire.';
  const services = real.join(' and ');
  if (isHere(hostname)) {
    const what = source.PUBLIC_URL ? `leads to ${hostname}` : 'is not set';
    found.push(broken(name, `PUBLIC_URL ${what}, which ${services} can't reach.`, fix));
  } else if (protocol === 'http:') {
    const why = `PUBLIC_URL is http, so texts, passwords and what ${services} sends travel without encryption.`;
    found.push(warn(name, why, fix));
  }
  return found;
}

/** This machine or a private network. */
function isHere(hostname: string): boolean {
  const ip = hostname.replace(/^\[|\]$/g, '');
  const isAddress = /^[\d.]+$|:/.test(ip);
  const isLocalName = !hostname.includes('.') || /\.(local|localhost|internal|lan)$/.test(hostname);
  return isLoopbackHost(hostname) || (isAddress ? !isPublicIp(ip) : isLocalName);
}

function listReal({ channels, stripe, sandbox }: ValidSettings): string[] {
  const keys = Object.keys(channels) as (keyof typeof channelNames)[];
  const real = keys.filter((key) => channels[key]?.isSandboxed === false);
  const names = real.map((key) => (key === 'SMS' ? 'Twilio' : channelNames[key]));
  return [...names, ...(stripe && !sandbox.stripe ? ['Stripe'] : [])];
}

function doubtRoles(source: Source, { roles }: ValidSettings): Doubt[] {
  if (source.DATABASE_URL || roles.length > 1) return [];
  const [role = '', other] = roles.includes('http') ? ['http', 'worker'] : ['worker', 'http'];
  const lacks = role === 'http' ? 'no text is ever answered' : 'no text ever arrives';
  const why = `ROLES=${role}, but the embedded database serves one process only: without ${other} ${lacks}.`;
  return [broken('ROLES', why, 'Remove ROLES, or set DATABASE_URL for several processes.')];
}

function doubtMetrics(source: Source, { publicUrl, host }: ValidSettings): Doubt[] {
  const isOpen = isReachedByOthers({ HOST: host, PUBLIC_URL: publicUrl });
  if (source.METRICS_TOKEN || !isOpen) return [];
  const why = 'METRICS_TOKEN is not set, so /metrics answers 403 to your monitoring.';
  return [warn('METRICS_TOKEN', why, 'Set METRICS_TOKEN (make one with: openssl rand -hex 16).')];
}

/** Each is read only beside the other. */
const idleAlone: [names: string[], needed: string][] = [
  [['TWILIO_MESSAGING_SERVICE_SID', 'TWILIO_API_URL'], 'TWILIO_ACCOUNT_SID'],
  [
    [
      'WHATSAPP_PHONE_NUMBER_ID',
      'WHATSAPP_API_URL',
      'WHATSAPP_APP_SECRET',
      'WHATSAPP_VERIFY_TOKEN',
    ],
    'WHATSAPP_ACCESS_TOKEN',
  ],
  [['AMB_API_URL'], 'AMB_MSP_ID'],
  [
    ['STRIPE_PRICE_PAYG', 'STRIPE_PRICE_MONTHLY', 'STRIPE_PRICE_ANNUAL', 'STRIPE_API_URL'],
    'STRIPE_SECRET_KEY',
  ],
];

function doubtUnused(source: Source): Doubt[] {
  const isDefault = (name: string) =>
    name.endsWith('_API_URL') &&
    /twilio\.com|facebook\.com|apple\.com|stripe\.com/.test(source[name] ?? '');
  const idle = idleAlone.flatMap(([names, needed]) =>
    names
      .filter((name) => source[name] && !source[needed] && !isDefault(name))
      .map((name) =>
        warn(
          name,
          `${name} is set without ${needed}, so it is not used.`,
          `Set ${needed} and what belongs to it, or remove ${name}.`,
        ),
      ),
  );
  const credentials = idleAlone.map(([, needed]) => needed).filter((name) => source[name]);
  if (source.SANDBOX === 'on' && credentials.length > 0) {
    const why = `SANDBOX=on, so stand-ins serve, and ${credentials.join(', ')} is ignored.`;
    idle.push(warn('SANDBOX', why, 'Remove SANDBOX to use the real services.'));
  }
  if (source.SECRET_KEY && source.SECRET_KEY === source.SECRET_KEY_OLD) {
    const why = 'SECRET_KEY_OLD is the same key as SECRET_KEY.';
    idle.push(
      warn('SECRET_KEY_OLD', why, 'Set the key from before to SECRET_KEY_OLD, or remove it.'),
    );
  }
  return idle;
}

function doubtKeys(source: Source, settings: ValidSettings): Doubt[] {
  const { STRIPE_SECRET_KEY: key, STRIPE_WEBHOOK_SECRET: secret } = source;
  const found: Doubt[] = [];
  if (key && !/^(sk|rk)_/.test(key)) {
    const fix =
      'Set STRIPE_SECRET_KEY to the secret key (sk_…) from Stripe under Developers > API keys.';
    found.push(broken('STRIPE_SECRET_KEY', 'STRIPE_SECRET_KEY is no secret key of Stripe.', fix));
  }
  if (secret && !secret.startsWith('whsec_')) {
    const fix =
      "Set STRIPE_WEBHOOK_SECRET to the endpoint's signing secret (whsec_…) from Stripe under Webhooks.";
    found.push(broken('STRIPE_WEBHOOK_SECRET', 'STRIPE_WEBHOOK_SECRET is no signing secret.', fix));
  }
  const isPublic = !isHere(new URL(settings.publicUrl).hostname);
  if (key?.includes('_test_') && isPublic && !settings.sandbox.stripe) {
    const fix =
      'Set STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET to those of live mode before you sell.';
    found.push(
      warn('STRIPE_SECRET_KEY', 'STRIPE_SECRET_KEY is a test key: no real money is paid.', fix),
    );
  }
  for (const name of ['STRIPE_PRICE_PAYG', 'STRIPE_PRICE_MONTHLY', 'STRIPE_PRICE_ANNUAL']) {
    if (!source[name] || source[name].startsWith('price_')) continue;
    const fix = `Set ${name} to the price's id (price_…), which Stripe shows on the product's page.`;
    found.push(broken(name, `${name} is no id of a price.`, fix));
  }
  return found;
}

/** 465 is encrypted from the start; the others begin in the clear. */
function doubtMail({ SMTP_URL }: Source): Doubt[] {
  if (!SMTP_URL || !URL.canParse(SMTP_URL)) return [];
  const { protocol, port } = new URL(SMTP_URL);
  const meant =
    protocol === 'smtp:' && port === '465'
      ? 'smtps'
      : protocol === 'smtps:' && ['25', '587', '2525'].includes(port)
        ? 'smtp'
        : null;
  if (!meant) return [];
  const why = `SMTP_URL names port ${port}, where mail servers don't speak ${protocol.slice(0, -1)}.`;
  return [warn('SMTP_URL', why, `Begin SMTP_URL with ${meant}://, or name another port.`)];
}
