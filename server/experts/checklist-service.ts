import { recordChange } from '#server/access/audit/store.ts';
import type { NumberAtGateway } from '#server/channels/channel.ts';
import { channelFor } from '#server/channels/index.ts';
import { describeSendFailure, SendError } from '#server/channels/send-error.ts';
import type { ExpertRow } from '#server/db/schema.ts';
import { transact } from '#server/db/transact.ts';
import { badGateway, conflict, unprocessable } from '#server/errors.ts';
import { isLoopbackHost } from '#server/outside/network.ts';
import type { Runtime } from '#server/runtime.ts';
import type { ChecklistReply, ChecklistStep } from '#shared/api/expert-checklist.ts';
import { type ChannelKey, channelNames, phoneChannels } from '#shared/channels.ts';
import { findTextEvidence } from './checklist-store.ts';
import { verifyProvider } from './providers/verify-service.ts';
import { getExpert } from './store.ts';

/**
 * Asks the gateway only until a text has arrived, and the provider once per revision and
 * process.
 * @throws {AppError} 404
 */
export async function checkExpert(
  runtime: Runtime,
  id: string,
  stopping: AbortSignal,
): Promise<ChecklistReply> {
  const expert = await getExpert(runtime.db, id);
  const { isSeen, isAnswered } = await findTextEvidence(runtime.db, id);
  const problem = await verifyProvider(runtime, expert.providerId, stopping);
  const gateway = isSeen ? verifiedGateway : await checkGateway(runtime, expert);
  const text = `Text ${expert.phoneNumber ?? 'the expert'} from any phone, for example "Hello".`;
  const steps: ChecklistStep[] = [
    { name: 'provider', isDone: problem === null, detail: problem },
    gateway.number,
    gateway.webhook,
    { name: 'seen', isDone: isSeen, detail: isSeen ? null : text },
    {
      name: 'answered',
      isDone: isAnswered,
      detail: isAnswered || !isSeen ? null : 'No text of this expert has reached the gateway yet.',
    },
    { name: 'live', isDone: expert.status === 'ACTIVE', detail: null },
  ];
  return { steps, canSetWebhook: gateway.canSetWebhook };
}

/**
 * @throws {AppError} 409 for a number that is not ours; 422 if the gateway's API can't set it, or couldn't reach us;
 *   502 if the gateway refuses.
 */
export async function setWebhook(runtime: Runtime, actorId: string, id: string): Promise<void> {
  const expert = await getExpert(runtime.db, id);
  const via = channelFor(runtime.config, expert.channel);
  const numbers = via?.channel.numbers;
  if (!via || !numbers || expert.phoneNumber === null) {
    throw unprocessable('The webhook of this channel is set at the gateway by hand.');
  }
  const isSandboxed = runtime.config.channels[expert.channel]?.isSandboxed;
  if (!isSandboxed) requirePublic(runtime.config.publicUrl);
  const url = `${webhookBase(runtime)}${id}`;
  try {
    const number = await numbers.find(expert.phoneNumber, via.settings, runtime.fetch);
    if (!number) throw conflict(notOurs(expert));
    const facts = { before: { webhookUrl: number.webhookUrl }, after: { webhookUrl: url } };
    const change = { actorId, action: 'expert.set-webhook', now: runtime.clock.now(), ...facts };
    // First, so that no change at the gateway lacks an audit entry.
    await transact(runtime.db, (tx) =>
      recordChange(tx, { ...change, entity: 'expert', entityId: id }),
    );
    await numbers.setWebhook(number.id, url, via.settings, runtime.fetch);
  } catch (error) {
    if (!(error instanceof SendError)) throw error;
    throw badGateway(describeSendFailure(error.failure));
  }
}

/** The gateway could not reach a local address, and texts would be lost. */
function requirePublic(publicUrl: string): void {
  const { protocol, hostname } = new URL(publicUrl);
  if (protocol === 'https:' && !isLoopbackHost(hostname)) return;
  throw unprocessable(
    `The gateway can't reach ${publicUrl}. Set PUBLIC_URL to the https address of this service.`,
  );
}

type GatewayCheck = { number: ChecklistStep; webhook: ChecklistStep; canSetWebhook: boolean };

const tickOff = (name: 'number' | 'webhook'): ChecklistStep => ({
  name,
  isDone: true,
  detail: null,
});
const leaveOpen = (name: 'number' | 'webhook', detail: string | null): ChecklistStep => ({
  name,
  isDone: false,
  detail,
});

const verifiedGateway: GatewayCheck = {
  number: tickOff('number'),
  webhook: tickOff('webhook'),
  canSetWebhook: false,
};

async function checkGateway(runtime: Runtime, expert: ExpertRow): Promise<GatewayCheck> {
  const { channel: key, phoneNumber } = expert;
  const via = channelFor(runtime.config, key);
  const leaveBothOpen = (number: string, webhook: string | null = null): GatewayCheck => ({
    number: leaveOpen('number', number),
    webhook: leaveOpen('webhook', webhook),
    canSetWebhook: false,
  });
  if (!via) return leaveBothOpen(`${channelNames[key]} is not set up. Add its credentials.`);
  if (phoneChannels.includes(key) && phoneNumber === null)
    return leaveBothOpen('Add a phone number.');
  const { numbers } = via.channel;
  if (!numbers || phoneNumber === null)
    return leaveBothOpen(byHand[key].number, byHand[key].webhook);
  try {
    const found = await numbers.find(phoneNumber, via.settings, runtime.fetch);
    return found ? checkNumber(runtime, found) : leaveBothOpen(notOurs(expert));
  } catch (error) {
    if (!(error instanceof SendError)) throw error;
    return leaveBothOpen(describeSendFailure(error.failure));
  }
}

/** Any expert's webhook will do: the texted number decides. */
function checkNumber(runtime: Runtime, { webhookUrl }: NumberAtGateway): GatewayCheck {
  const isSet = webhookUrl?.startsWith(webhookBase(runtime)) ?? false;
  const elsewhere = webhookUrl
    ? `Texts currently go to ${webhookUrl}.`
    : 'Texts to the number currently go nowhere.';
  return {
    number: tickOff('number'),
    webhook: isSet ? tickOff('webhook') : leaveOpen('webhook', elsewhere),
    canSetWebhook: !isSet,
  };
}

const webhookBase = ({ config }: Runtime) => `${config.publicUrl}/api/webhooks/experts/`;

const notOurs = ({ phoneNumber, channel }: ExpertRow) =>
  `${phoneNumber} is not a number of our account for ${channelNames[channel]}.`;

const arrival = 'The first text that arrives shows that it is right.';
const byHand: Record<ChannelKey, { number: string; webhook: string }> = {
  SMS: { number: arrival, webhook: arrival },
  WHATSAPP: {
    number: `Add the number in WhatsApp Manager and enter its ID here. ${arrival}`,
    webhook: `At Meta, under WhatsApp → Configuration, set the webhook and subscribe to "messages". ${arrival}`,
  },
  AMB: {
    number: `In Apple Business Register, connect the business to this service. ${arrival}`,
    webhook: `Apple sends to the address of our messaging service, without "/message". ${arrival}`,
  },
};
