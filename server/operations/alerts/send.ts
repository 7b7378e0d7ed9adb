import { createHmac } from 'node:crypto';
import type { Secrets } from '#server/access/secrets/secrets.ts';
import { channelFor } from '#server/channels/index.ts';
import { describeSendFailure, SendError, sendFailures } from '#server/channels/send-error.ts';
import type { Database } from '#server/db/client.ts';
import type { AlertReceiverRow, ExpertRow } from '#server/db/schema.ts';
import { listExperts } from '#server/experts/store.ts';
import { hasStopped, listOptedOut } from '#server/messages/opt-outs-store.ts';
import { writeText as toOutboundText } from '#server/messages/write-text.ts';
import { findCallRefused } from '#server/outside/outgoing/call-refused.ts';
import type { Runtime } from '#server/runtime.ts';
import { type Alert, writeMail, writeText } from './words.ts';

const callMs = 8_000;

/** Why it was not sent. A person reads it. */
export class NotSent extends Error {
  override name = 'NotSent';
  /** Another attempt would change nothing. */
  readonly isFinal: boolean;
  constructor(message: string, isFinal = false) {
    super(message);
    this.isFinal = isFinal;
  }
}

type Sending = {
  /** The same in every attempt. */
  id: string;
  receiver: AlertReceiverRow;
  alert: Alert;
  /** Since when an earlier attempt may have sent it; null: there was none. */
  triedSince: Date | null;
};

const senders = { mail: sendMail, text: sendText, webhook: sendWebhook };

/** @throws {NotSent} */
export async function sendAlert(runtime: Runtime, sending: Sending): Promise<void> {
  await senders[sending.receiver.kind](runtime, sending);
}

export function describeMissing({ config, mail }: Runtime, experts: ExpertRow[]) {
  const text = !channelFor(config, 'SMS')
    ? 'No SMS gateway is set up.'
    : !findSender(experts)
      ? 'No live expert has an SMS number to text from.'
      : null;
  return {
    mail: mail ? null : 'No mail server is set up: SMTP_URL and MAIL_FROM.',
    text,
    webhook: null,
  };
}

/** The first that is live. */
function findSender(experts: ExpertRow[]): ExpertRow | undefined {
  return experts.find(
    ({ channel, status, phoneNumber }) => channel === 'SMS' && status === 'ACTIVE' && phoneNumber,
  );
}

async function sendMail(runtime: Runtime, { id, receiver, alert }: Sending): Promise<void> {
  const { mail } = runtime;
  if (!mail) throw new NotSent(describeMissing(runtime, []).mail ?? '');
  await mail.send({ id, to: receiver.address, ...writeMail(alert) }).catch(() => {
    // The mailer has logged why.
    throw new NotSent('The mail server did not accept the mail.');
  });
}

/** To a number that is no conversation: neither stored nor counted among a person's texts. */
async function sendText(runtime: Runtime, { id, receiver, ...sending }: Sending): Promise<void> {
  const experts = await listExperts(runtime.db);
  const [expert, via] = [findSender(experts), channelFor(runtime.config, 'SMS')];
  if (!expert || !via) throw new NotSent(describeMissing(runtime, experts).text ?? '');
  const handle = receiver.address;
  if (await hasStopped(runtime.db, expert, handle)) throw optedOut();
  const body = writeText(sending.alert);
  const thread = { handle, route: null };
  const text = toOutboundText(runtime, via, { id, body, expert, thread });
  const { channel, settings } = via;
  try {
    if (await wasSent()) return;
    await channel.send(text, settings, runtime.fetch);
  } catch (error) {
    throw toNotSent(error);
  }

  async function wasSent(): Promise<boolean> {
    const { unknownOutcome } = channel;
    if (!sending.triedSince || unknownOutcome.settledBy !== 'lookup') return false;
    const found = await unknownOutcome.findSent(text, sending.triedSince, settings, runtime.fetch);
    return found.length > 0;
  }
}

export const stoppedProblem = 'This phone has sent STOP. Text START to the number first.';
const optedOut = () => new NotSent(stoppedProblem, true);

/** @returns addresses. Who sends a STOP can be forged. */
export async function listStopped(
  db: Database,
  receivers: AlertReceiverRow[],
): Promise<Set<string>> {
  const phones = receivers.filter(({ kind }) => kind === 'text').map(({ address }) => address);
  const expert = phones.length > 0 ? findSender(await listExperts(db)) : undefined;
  return expert ? listOptedOut(db, expert, phones) : new Set();
}

function toNotSent(error: unknown): unknown {
  if (!(error instanceof SendError)) return error;
  const { failure } = error;
  if (failure.kind === 'opted_out') return optedOut();
  return new NotSent(describeSendFailure(failure), sendFailures[failure.kind].retry === 'never');
}

/** Standard Webhooks 1.0.0. */
async function sendWebhook(runtime: Runtime, { id, receiver, alert }: Sending): Promise<void> {
  const { clock, secrets } = runtime;
  const timestamp = Math.floor(clock.now().getTime() / 1000);
  const body = JSON.stringify(writeEvent(alert));
  const secret = Buffer.from(
    deriveSecret(secrets, receiver.id).slice(secretPrefix.length),
    'base64',
  );
  const signature = createHmac('sha256', secret).update(`${id}.${timestamp}.${body}`);
  const call = runtime.fetch;
  const response = await call(receiver.address, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': String(timestamp),
      'webhook-signature': `v1,${signature.digest('base64')}`,
    },
    body,
    signal: AbortSignal.timeout(callMs),
  }).catch((error: Error) => {
    throw describeCall(error);
  });
  // What it says is of no use, and may be long.
  await response.body?.cancel().catch(() => {});
  if (!response.ok) throw new NotSent(`The address answered with status ${response.status}.`);
}

function writeEvent({ occasion, title, detail, at, beganAt, endedAt, url }: Alert) {
  return {
    type: `alert.${occasion}`,
    timestamp: at.toISOString(),
    data: {
      title,
      detail,
      beganAt: beganAt.toISOString(),
      endedAt: endedAt?.toISOString() ?? null,
      url,
    },
  };
}

function describeCall(error: Error): NotSent {
  const refused = findCallRefused(error);
  if (refused) return new NotSent(`The address was not called: ${refused.message}.`);
  const isLate = error.name === 'TimeoutError';
  return new NotSent(
    isLate ? 'The address did not answer in time.' : 'The address could not be reached.',
  );
}

const secretPrefix = 'whsec_';

/** Stays when SECRET_KEY changes. */
export function deriveSecret(secrets: Secrets, receiverId: string): string {
  const key = Buffer.from(secrets.fingerprint('alert webhook', receiverId), 'hex');
  return secretPrefix + key.toString('base64');
}
