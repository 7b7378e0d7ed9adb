import { randomBytes } from 'node:crypto';
import type { SandboxContext, TwilioAccount } from '../context.ts';
import type { DeliverText, InboundText } from '../gateway.ts';
import type { Text } from '../texts.ts';
import { describeLocation } from './area-codes.ts';
import { deliverWebhook, type WebhookAnswer } from './deliver-webhook.ts';
import { findKeyword } from './keywords.ts';
import type { MediaStore } from './media.ts';
import { apiVersion } from './message-resource.ts';
import { createSms, type Outbound } from './outbound.ts';
import { readAnswer } from './twiml.ts';

export function createInbound(
  context: SandboxContext,
  account: TwilioAccount,
  { outbound, media }: { outbound: Outbound; media: MediaStore },
): DeliverText {
  return async (inbound) => {
    const text = record(context, media, inbound);
    if (account.answersKeywords) answerKeyword(context, outbound, inbound);
    const posting = { context, account: withForgedToken(account, inbound), media };
    let answer = await post(posting, inbound, text);
    if (inbound.trick === 'repeated') answer = await post(posting, inbound, text);
    const { replies, problem } = readAnswer(answer);
    const status = answer?.status ?? null;
    context.texts.update(text, { handover: { status, problem } });
    for (const body of replies) sendReply(context, outbound, inbound, body);
    return { text, status, problem, replies };
  };
}

function record(
  context: SandboxContext,
  media: MediaStore,
  { from, to, body, pictures = [] }: InboundText,
): Text {
  const facts = { person: from, number: to, from, to, body } as const;
  const text = createSms({ ...facts, direction: 'inbound', writtenBy: 'person' });
  if (pictures.length === 0) return context.texts.add(text);
  const sid = text.sid.replace(/^SM/, 'MM');
  const kept = media.add(sid, body, pictures).map((each, index) => ({
    sid: each.sid,
    contentType: pictures[index]?.contentType ?? '',
    path: new URL(media.storageUrl(each.sid)).pathname,
  }));
  return context.texts.add({ ...text, sid, numSegments: 1, pictures: kept });
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
  const stock = keyword && context.optOuts.apply(keyword, to, from);
  if (!stock) return;
  const facts = { person: from, number: to, from: to, to: from, body: stock } as const;
  outbound.reply({ ...facts, direction: 'outbound-reply', writtenBy: 'gateway' });
}

function sendReply(
  context: SandboxContext,
  outbound: Outbound,
  { from, to }: InboundText,
  body: string,
): void {
  if (context.optOuts.has(to, from)) return;
  const facts = { person: from, number: to, from: to, to: from, body } as const;
  outbound.reply({ ...facts, direction: 'outbound-reply', writtenBy: 'product' });
}

async function post(
  { context, account, media }: Posting,
  { webhookUrl, from, to }: InboundText,
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
      const facts = { method: 'POST', url: webhookUrl, person: from, number: to, request };
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
    From: text.person,
    ApiVersion: apiVersion,
    ...Object.fromEntries(
      text.pictures.flatMap(({ sid, contentType }, index) => [
        [`MediaContentType${index}`, contentType],
        [`MediaUrl${index}`, media.urlOf(accountSid, text.sid, sid)],
      ]),
    ),
  };
}
