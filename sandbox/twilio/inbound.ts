import { randomBytes } from 'node:crypto';
import type { SandboxContext, TwilioAccount } from '../context.ts';
import type { DeliverText, InboundText } from '../gateway.ts';
import type { Text } from '../texts.ts';
import { type Carrier, createSms } from './carrier.ts';
import { deliverWebhook, type WebhookAnswer } from './deliver-webhook.ts';
import { findKeyword } from './keywords.ts';
import type { MediaStore } from './media.ts';
import { apiVersion } from './message-resource.ts';
import { describePlace } from './places.ts';
import { readAnswer } from './twiml.ts';

export function createInbound(
  context: SandboxContext,
  account: TwilioAccount,
  { carrier, media }: { carrier: Carrier; media: MediaStore },
): DeliverText {
  return async (inbound) => {
    const text = record(context, media, inbound);
    if (account.answersKeywords) answerKeyword(context, carrier, inbound);
    const posting = { context, account: signingAs(account, inbound), media };
    let answer = await post(posting, inbound, text);
    if (inbound.trick === 'repeated') answer = await post(posting, inbound, text);
    const { replies, problem } = readAnswer(answer);
    const status = answer?.status ?? null;
    context.texts.update(text, { handover: { status, problem } });
    for (const body of replies) sendReply(context, carrier, inbound, body);
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

/** Who does not know the token signs with another. */
function signingAs(account: TwilioAccount, { trick }: InboundText): TwilioAccount {
  return trick === 'forged' ? { ...account, authToken: randomBytes(16).toString('hex') } : account;
}

type Posting = { context: SandboxContext; account: TwilioAccount; media: MediaStore };

/** Twilio's own answer reaches the phone even where the product stays silent. */
function answerKeyword(
  context: SandboxContext,
  carrier: Carrier,
  { from, to, body }: InboundText,
): void {
  const keyword = findKeyword(body, to);
  const stock = keyword && context.optOuts.apply(keyword, to, from);
  if (!stock) return;
  const facts = { person: from, number: to, from: to, to: from, body: stock } as const;
  carrier.reply({ ...facts, direction: 'outbound-reply', writtenBy: 'gateway' });
}

/** A `<Message>` of the answer; one to a phone that opted out never leaves. */
function sendReply(
  context: SandboxContext,
  carrier: Carrier,
  { from, to }: InboundText,
  body: string,
): void {
  if (context.optOuts.has(to, from)) return;
  const facts = { person: from, number: to, from: to, to: from, body } as const;
  carrier.reply({ ...facts, direction: 'outbound-reply', writtenBy: 'product' });
}

async function post(
  { context, account, media }: Posting,
  { webhookUrl, from, to }: InboundText,
  text: Text,
): Promise<WebhookAnswer | null> {
  return deliverWebhook({
    url: webhookUrl,
    params: inboundParams(text, account.accountSid, media),
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

/** Every parameter that Twilio sends with an SMS, in its odd order. */
function inboundParams(text: Text, accountSid: string, media: MediaStore): Record<string, string> {
  return {
    ...describePlace('To', text.number),
    ...describePlace('From', text.person),
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
