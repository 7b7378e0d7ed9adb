import { randomBytes } from 'node:crypto';
import type { SandboxContext, TwilioAccount } from '../context.ts';
import type { DeliverText, InboundText } from '../gateway.ts';
import type { Text } from '../texts.ts';
import { describeLocation } from './area-codes.ts';
import { withoutWay } from './create-request.ts';
import { deliverWebhook, type WebhookAnswer } from './deliver-webhook.ts';
import { findKeyword } from './keywords.ts';
import type { MediaStore } from './media.ts';
import { apiVersion } from './message-resource.ts';
import { createSms, type Outbound } from './outbound.ts';
import { toTapback } from './tapback.ts';
import { readAnswer } from './twiml.ts';

/** Twilio's name for us by RCS. */
const rcsAgent = 'rcs:sagewire_agent';

export function createInbound(
  context: SandboxContext,
  account: TwilioAccount,
  { outbound, media }: { outbound: Outbound; media: MediaStore },
): DeliverText {
  return async (inbound) => {
    const isReaction = inbound.kind === 'reaction';
    const { text, written } = isReaction
      ? recordReaction(context, inbound)
      : record(context, media, inbound);
    if (account.answersKeywords) answerKeyword(context, outbound, inbound);
    const posting = { context, account: withForgedToken(account, inbound), media };
    let answer = await post(posting, inbound, written);
    if (inbound.trick === 'repeated') answer = await post(posting, inbound, written);
    const { replies, problem } = readAnswer(answer);
    const status = answer?.status ?? null;
    if (!isReaction) context.texts.update(text, { handover: { status, problem } });
    for (const body of replies) sendReply(context, outbound, inbound, body);
    return { text, status, problem, replies };
  };
}

/** `text` is what the phone shows, `written` what leaves it. */
type Recorded = { text: Text; written: Text };

/** The person and the number, whatever the way that stands before them. */
const describeParties = ({ from, to }: InboundText) => ({
  person: withoutWay(from),
  number: to,
  from,
  to: from.startsWith('rcs:') ? rcsAgent : to,
});

function recordReaction({ texts }: SandboxContext, inbound: InboundText): Recorded {
  const text = texts.find(inbound.quoted ?? '');
  if (!text) throw new Error('A reaction is about a text that is there.');
  const body = toTapback(inbound.body, text);
  texts.update(text, { reaction: inbound.body || null });
  return { text, written: createInboundSms({ ...inbound, body }) };
}

const createInboundSms = (inbound: InboundText) =>
  createSms({
    ...describeParties(inbound),
    body: inbound.body,
    direction: 'inbound',
    writtenBy: 'person',
  });

function record(context: SandboxContext, media: MediaStore, inbound: InboundText): Recorded {
  const text = context.texts.add(toRecord(media, inbound));
  return { text, written: text };
}

function toRecord(media: MediaStore, inbound: InboundText): Text {
  const { body, pictures = [] } = inbound;
  const text = createInboundSms(inbound);
  if (pictures.length === 0) return text;
  const sid = text.sid.replace(/^SM/, 'MM');
  const kept = media.add(sid, body, pictures).map((each, index) => ({
    sid: each.sid,
    contentType: pictures[index]?.contentType ?? '',
    path: new URL(media.storageUrl(each.sid)).pathname,
  }));
  return { ...text, sid, numSegments: 1, pictures: kept };
}

function withForgedToken(account: TwilioAccount, { trick }: InboundText): TwilioAccount {
  return trick === 'forged' ? { ...account, authToken: randomBytes(16).toString('hex') } : account;
}

type Posting = { context: SandboxContext; account: TwilioAccount; media: MediaStore };

function answerKeyword(
  context: SandboxContext,
  outbound: Outbound,
  { from, to, body }: InboundText,
): void {
  const keyword = findKeyword(body, to);
  const person = withoutWay(from);
  const stock = keyword && context.optOuts.apply(keyword, to, person);
  if (!stock) return;
  const facts = { person, number: to, from: to, to: from, body: stock } as const;
  outbound.reply({ ...facts, direction: 'outbound-reply', writtenBy: 'gateway' });
}

function sendReply(
  context: SandboxContext,
  outbound: Outbound,
  { from, to }: InboundText,
  body: string,
): void {
  const person = withoutWay(from);
  if (context.optOuts.has(to, person)) return;
  const facts = { person, number: to, from: to, to: from, body } as const;
  outbound.reply({ ...facts, direction: 'outbound-reply', writtenBy: 'product' });
}

async function post(
  { context, account, media }: Posting,
  { webhookUrl, to }: InboundText,
  text: Text,
): Promise<WebhookAnswer | null> {
  return deliverWebhook({
    url: webhookUrl,
    params: toInboundParams(text, account.accountSid, media),
    authToken: account.authToken,
    fetch: context.fetch,
    signal: context.scheduler.signal,
    open: (headers, body) => {
      const request = { headers, body };
      const facts = { method: 'POST', url: webhookUrl, person: text.person, number: to, request };
      const exchange = context.wire.open({ kind: 'webhook', title: 'Webhook: new text', ...facts });
      return {
        ...exchange,
        finish(answer) {
          const { problem } = readAnswer(answer);
          if (answer && problem) exchange.note(problem);
          exchange.finish(answer);
        },
      };
    },
  });
}

/** In Twilio's order. */
function toInboundParams(
  text: Text,
  accountSid: string,
  media: MediaStore,
): Record<string, string> {
  return {
    ...describeLocation('To', text.number),
    ...describeLocation('From', text.person),
    SmsMessageSid: text.sid,
    NumMedia: String(text.pictures.length),
    SmsSid: text.sid,
    SmsStatus: 'received',
    Body: text.body,
    To: text.to,
    NumSegments: String(text.numSegments),
    MessageSid: text.sid,
    AccountSid: accountSid,
    From: text.from ?? text.person,
    ApiVersion: apiVersion,
    ...Object.fromEntries(
      text.pictures.flatMap(({ sid, contentType }, index) => [
        [`MediaContentType${index}`, contentType],
        [`MediaUrl${index}`, media.urlOf(accountSid, text.sid, sid)],
      ]),
    ),
  };
}
