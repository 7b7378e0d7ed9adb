import { randomBytes } from 'node:crypto';
import { countSmsSegments } from '#shared/sms.ts';
import type { SandboxContext, TwilioAccount } from '../context.ts';
import { createText, type NewText, type Text, type TextStatus } from '../texts.ts';
import type { CreateRequest } from './create-request.ts';
import { deliverWebhook } from './deliver-webhook.ts';
import { apiVersion } from './message-resource.ts';

/** In natural delays. */
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

export type Outcome = 'delivered' | 'unreachable' | 'opted-out';

export type Outbound = {
  /** Delivery starts with `deliver`. */
  accept(request: CreateRequest, number: string): Text;
  deliver(text: Text, statusCallback: string | null, outcome: Outcome): void;
  /** Twilio's own reply, without callbacks. */
  reply(facts: NewSms): void;
};

export function createOutbound(context: SandboxContext, account: TwilioAccount): Outbound {
  const { texts, scheduler } = context;
  const deliver: Outbound['deliver'] = (text, statusCallback, outcome) => {
    scheduler.run(async () => {
      for (const step of listSteps(text, outcome)) {
        await scheduler.wait(step.delays);
        advance(context, text, step.status, outcome);
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
    deliver,
    reply: (facts) => deliver(texts.add(createSms(facts)), null, 'delivered'),
  };
}

type Step = { status: TextStatus; delays: number };

/** The first status is in the create answer. */
function listSteps(text: Text, outcome: Outcome): Step[] {
  const queued: Step[] = text.status === 'accepted' ? [{ status: 'queued', delays: 0 }] : [];
  if (outcome === 'opted-out') return [...queued, { status: 'failed', delays: sentAfter }];
  const last = outcome === 'delivered' ? 'delivered' : 'undelivered';
  return [
    ...queued,
    { status: 'sent', delays: sentAfter },
    { status: last, delays: deliveredAfter },
  ];
}

const errorCodes: Record<Outcome, number | null> = {
  delivered: null,
  unreachable: 30003,
  'opted-out': 21610,
};

function advance(context: SandboxContext, text: Text, status: TextStatus, outcome: Outcome): void {
  const isFailure = status === 'undelivered' || status === 'failed';
  context.texts.update(text, {
    status,
    errorCode: isFailure ? errorCodes[outcome] : null,
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
    params: toCallbackParams(text, account.accountSid),
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

function toCallbackParams(text: Text, accountSid: string): Record<string, string> {
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
    ...(isFinal && { RawDlrDoneDate: formatCarrierTime(text.updatedAt) }),
  };
}

/** YYMMDDhhmm */
function formatCarrierTime(isoDate: string): string {
  return isoDate.replace(/\D/g, '').slice(2, 12);
}
