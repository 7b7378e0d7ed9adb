import { randomUUID } from 'node:crypto';
import { statfs } from 'node:fs/promises';
import { checkEndpoint, checkPrices } from '#server/billing/check-stripe.ts';
import type { Config } from '#server/config.ts';
import { openFiles } from '#server/outside/files/open-files.ts';
import { verifyMailServer } from '#server/outside/mail/mailer.ts';
import { broken, excuseStandIn, ok, warn } from '#server/outside/outgoing/trouble.ts';
import { findDataDirProblem } from '#server/outside/settings/data-dir.ts';
import type { Finding } from '#shared/api/doctor.ts';
import { type Check, type Patient, withConfig } from './check.ts';

type Configured = Patient & { config: Config };

/** Below the deadline of a check. */
const mailTimeoutMs = 6_000;
const lowBytes = 2 * 1024 ** 3;
const fullBytes = 200 * 1024 ** 2;

export const serviceChecks: Check[] = [
  {
    group: 'Payments',
    name: 'Stripe endpoint',
    run: withConfig(async ({ config, fetch }) => {
      if (!config.stripe) return [ok('Payments are not set up.')];
      const checked = checkEndpoint(config.stripe, config.publicUrl, fetch);
      return excuseStandIn(
        config.sandbox.stripe,
        checked.then((one) => [one]),
      );
    }),
  },
  {
    group: 'Payments',
    name: 'Stripe prices',
    run: withConfig(async ({ config, fetch }) =>
      config.stripe ? excuseStandIn(config.sandbox.stripe, checkPrices(config.stripe, fetch)) : [],
    ),
  },
  { group: 'Mail', name: 'Mail server', run: withConfig(checkMail) },
  { group: 'Files', name: 'Pictures', run: withConfig(checkFiles) },
  { group: 'Files', name: 'Disk', run: withConfig(checkDisk) },
];

async function checkMail({ config }: Configured): Promise<Finding[]> {
  if (!config.mail) return [ok('Mail is not set up, so codes go to verified phones only.')];
  try {
    await verifyMailServer(config.mail, mailTimeoutMs);
    return [ok('The mail server accepts our login.')];
  } catch (error) {
    return [explainMail(error as MailError, new URL(config.mail.url).host)];
  }
}

type MailError = Error & { code?: string; responseCode?: number };

/** The message may quote what the server said; our words don't. */
function explainMail({ code = '', responseCode, message }: MailError, host: string): Finding {
  const reason = responseCode ?? code;
  const say = (why: string, fix: string) => broken(`${why} (${reason}).`, fix);
  if (code === 'EAUTH' || code === 'ENOAUTH' || responseCode === 535) {
    return say(
      `${host} refuses our login`,
      'Correct user and password in SMTP_URL, percent-encoded.',
    );
  }
  if (/wrong version number|packet length too long/i.test(message)) {
    return say(
      `${host} does not speak TLS from the start`,
      'Begin SMTP_URL with smtp://, or name the port 465.',
    );
  }
  if (code === 'ETLS' || /STARTTLS/.test(message)) {
    return say(
      `${host} offers no STARTTLS`,
      'Begin SMTP_URL with smtps://, or add ?requireTLS=false on a network that you trust.',
    );
  }
  if (/certificate|self.signed|altname/i.test(message)) {
    return say(
      `The certificate of ${host} is not trusted`,
      'Name the host of its certificate in SMTP_URL, or renew the certificate.',
    );
  }
  if (/ENOTFOUND|EAI_AGAIN|getaddrinfo/.test(message) || code === 'EDNS') {
    return say(`No name server knows ${host}`, 'Correct the host in SMTP_URL.');
  }
  if (code === 'ETIMEDOUT' || /timeout|greeting never received/i.test(message)) {
    return say(
      `${host} does not answer`,
      'Correct host and port in SMTP_URL (587 for smtp, 465 for smtps), or let the firewall pass it.',
    );
  }
  if (/ECONNREFUSED/.test(message)) {
    return say(
      `${host} refuses the connection`,
      'Correct host and port in SMTP_URL, or start the mail server.',
    );
  }
  return say(
    `${host} can't be used for mail`,
    'Correct SMTP_URL, and see the log of the mail server.',
  );
}

async function checkFiles({ config, fetch }: Configured): Promise<Finding[]> {
  if (!config.bucket) {
    const problem = findDataDirProblem(config);
    return [
      problem ? broken(problem.why, problem.fix, 'DATA_DIR') : ok('Pictures are kept in DATA_DIR.'),
    ];
  }
  const { host } = new URL(config.bucket.url);
  try {
    await tryBucket(config, fetch);
    return [ok('The bucket stores, returns and removes a file.')];
  } catch (error) {
    return [explainBucket((error as { detail?: string }).detail ?? (error as Error).message, host)];
  }
}

async function tryBucket(config: Config, fetch: typeof globalThis.fetch): Promise<void> {
  const files = openFiles(config, { fetch });
  const name = `doctor/${randomUUID()}.webp`;
  await files.write(name, Buffer.from('doctor'));
  const stored = await files.read(name);
  await files.remove(name);
  if (stored?.toString() !== 'doctor') throw new Error('it returned another file');
}

/** @param detail ends with the HTTP status and the code of S3's answer. */
function explainBucket(detail: string, host: string): Finding {
  const reason = detail.replace(/^.*\.webp: /, '');
  const say = (why: string, fix: string) => broken(`${why} (${reason}).`, fix, 'FILES_URL');
  if (
    /SignatureDoesNotMatch|InvalidAccessKeyId|AuthorizationHeaderMalformed|InvalidToken/.test(
      reason,
    )
  ) {
    const region = /Malformed/.test(reason) ? ' and the region' : '';
    return say(
      `${host} refuses our key`,
      `Correct KEY and SECRET${region} in FILES_URL, percent-encoded.`,
    );
  }
  if (/RequestTimeTooSkewed/.test(reason)) {
    return say(
      `${host} finds our clock wrong`,
      "Synchronize this machine's clock, for example with chrony.",
    );
  }
  if (/NoSuchBucket|\b404\b/.test(reason)) {
    return say(
      `${host} has no such bucket`,
      'Create the bucket, or correct its name in FILES_URL.',
    );
  }
  if (/PermanentRedirect|\b30\d\b|IllegalLocation/.test(reason)) {
    return say('The bucket is in another region', 'Name its host and region in FILES_URL.');
  }
  if (/AccessDenied|\b403\b|\b401\b/.test(reason)) {
    return say(
      `${host} does not allow it`,
      'Allow the key PutObject, GetObject and DeleteObject in the bucket.',
    );
  }
  if (/no answer/.test(reason)) {
    return say(
      `${host} does not answer`,
      'Correct the host in FILES_URL, or let this machine reach it.',
    );
  }
  return say(`${host} does not serve as a bucket`, 'Correct host and bucket in FILES_URL.');
}

/** Of the folder that is written to; the server of a database looks after its own. */
async function checkDisk({ config }: Configured): Promise<Finding[]> {
  if (config.bucket && config.databaseUrl) return [];
  const stat = await statfs(config.dataDir).catch(() => null);
  // Some network file systems don't say how large they are.
  if (!stat || stat.blocks === 0) return [];
  const free = stat.bavail * stat.bsize;
  const why = `The disk of DATA_DIR has ${(free / 1024 ** 3).toFixed(1)} GB free.`;
  const fix = 'Free space on that disk, or move DATA_DIR to a larger one.';
  if (free < fullBytes) return [broken(why, fix)];
  return [free < lowBytes ? warn(why, fix) : ok(why)];
}
