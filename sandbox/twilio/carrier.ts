import { randomBytes } from 'node:crypto';
import { countSmsSegments } from '#shared/sms.ts';
import type { SandboxContext, TwilioAccount } from '../context.ts';
import { createText, type NewText, type Text, type TextStatus } from '../texts.ts';
import type { CreateRequest } from './create-request.ts';
import { deliverWebhook } from './deliver-webhook.ts';
import { apiVersion } from './message-resource.ts';

/** Natural delays until the carrier has taken a text, and from then until the phone has it. */
const sentAfter = 1;
const deliveredAfter = 3;

function newSid(): string {
  return `SM${randomBytes(16).toString('hex')}`;
}

type NewSms = Omit<NewText, 'sid' | 'channel'>;

export function createSms(facts: NewSms): Text {
  const { segments: numSegments } = countSmsSegments(facts.body);
  return createText({ sid: newSid(), channel: 'SMS', numSegments, ...facts });
}

/** How a text's journey to the phone ends, other than well. */
export type Ending = 'delivered' | 'unreachable' | 'opted-out';

export type Carrier = {
  /** Takes a text for sending; its way to the phone starts with `carry`. */
  accept(request: CreateRequest, number: string): Text;
  carry(text: Text, statusCallback: string | null, ending: Ending): void;
  /** A text that Twilio sends by itself or on a webhook's answer: shown on the phone, no callbacks. */
  reply(facts: NewSms): void;
};

export function createCarrier(context: SandboxContext, account: TwilioAccount): Carrier {
  const { texts, scheduler } = context;
  const carry: Carrier['carry'] = (text, statusCallback, ending) => {
    scheduler.run(async () => {
      for (const step of journeyOf(text, ending)) {
        await scheduler.wait(step.delays);
        advance(context, text, step.status, ending);
        if (statusCallback) await callBack(context, account, text, statusCallback);
      }
    });
  };
  return {
    accept(request, number) {
      const { to, from, person, body, messagingServiceSid } = request;
      const status = messagingServiceSid ? 'accepted' : 'queued';
      const direction = 'outbound-api';
      const facts = {
        to,
        from,
        person,
        number,
        body,
        messagingServiceSid,
        status,
        direction,
      } as const;
      return texts.add(createSms({ ...facts, writtenBy: 'product' }));
    },
    carry,
    reply: (facts) => carry(texts.add(createSms(facts)), null, 'delivered'),
  };
}

type Step = { status: TextStatus; delays: number };

/** Every status after the first one; the first is what the answer to the create call said, and has no callback. */
function journeyOf(text: Text, ending: Ending): Step[] {
  const queued: Step[] = text.status === 'accepted' ? [{ status: 'queued', delays: 0 }] : [];
  if (ending === 'opted-out') return [...queued, { status: 'failed', delays: sentAfter }];
  const last = ending === 'delivered' ? 'delivered' : 'undelivered';
  return [
    ...queued,
    { status: 'sent', delays: sentAfter },
    { status: last, delays: deliveredAfter },
  ];
}

const errorCodes: Record<Ending, number | null> = {
  delivered: null,
  unreachable: 30003,
  'opted-out': 21610,
};

function advance(context: SandboxContext, text: Text, status: TextStatus, ending: Ending): void {
  const isFailure = status === 'undelivered' || status === 'failed';
  context.texts.update(text, {
    status,
    errorCode: isFailure ? errorCodes[ending] : null,
    sentAt: status === 'sent' ? new Date().toISOString() : text.sentAt,
  });
}

async function callBack(
  context: SandboxContext,
  account: TwilioAccount,
  text: Text,
  url: string,
): Promise<void> {
  await deliverWebhook({
    url,
    params: callbackParams(text, account.accountSid),
    authToken: account.authToken,
    fetch: context.fetch,
    signal: context.scheduler.signal,
    open: (headers, body) =>
      context.wire.open({
        kind: 'status',
        title: `Status: ${text.status}`,
        method: 'POST',
        url,
        person: text.person,
        number: text.number,
        request: { headers, body },
      }),
  });
}

function callbackParams(text: Text, accountSid: string): Record<string, string> {
  const isFinal = text.status === 'delivered' || text.status === 'undelivered';
  return {
    SmsSid: text.sid,
    SmsStatus: text.status,
    MessageStatus: text.status,
    MessageSid: text.sid,
    To: text.to,
    From: text.from ?? text.number,
    AccountSid: accountSid,
    ApiVersion: apiVersion,
    ...(text.messagingServiceSid && { MessagingServiceSid: text.messagingServiceSid }),
    ...(text.errorCode !== null && { ErrorCode: String(text.errorCode) }),
    ...(isFinal && { RawDlrDoneDate: carrierTime(text.updatedAt) }),
  };
}

/** YYMMDDhhmm */
function carrierTime(isoDate: string): string {
  return isoDate.replace(/\D/g, '').slice(2, 12);
}
