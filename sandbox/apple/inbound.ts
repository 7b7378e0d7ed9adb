import { randomBytes, randomUUID } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { parseBusinessId } from '#shared/business-id.ts';
import { personAt } from '../addresses.ts';
import type { SandboxContext } from '../context.ts';
import type { DeliverText, InboundPicture, InboundText } from '../gateway.ts';
import { createText, type Text } from '../texts.ts';
import type { ClosedConversations } from './closed-conversations.ts';
import type { Attachment, FileStore } from './files.ts';
import { type AppleAccount, mintToken } from './token.ts';

/** Apple retries after a 5xx or no answer, but does not say how often. */
const maxAttempts = 3;
const answerWithinMs = 10_000;

type Posting = { context: SandboxContext; account: AppleAccount };
type Answer = { status: number };

export function createInbound(
  { context, account }: Posting,
  { files, closed }: { files: FileStore; closed: ClosedConversations },
): DeliverText {
  return async (inbound) => {
    const { text, attachments } = record(context, files, inbound);
    const message = toMessage(inbound, text, attachments);
    const posting = { context, account };
    if (message.type === 'close') closed.close(text);
    else closed.open(text);
    if (message.type === 'text') {
      await post(posting, inbound, { ...message, id: randomUUID(), type: 'typing_start' });
    }
    let answer = await postWithRetries(posting, inbound, message);
    if (inbound.trick === 'repeated') answer = await postWithRetries(posting, inbound, message);
    const status = answer?.status ?? null;
    const problem = describe(status);
    context.texts.update(text, { handover: { status, problem } });
    return { text, status, problem, replies: [] };
  };
}

const files: Partial<
  Record<NonNullable<InboundText['kind']>, { name: string; file: InboundPicture }>
> = {
  voice: {
    name: 'Audio Message.caf',
    file: { contentType: 'audio/x-caf', bytes: Buffer.from('caff') },
  },
  location: {
    name: 'Current Location.loc.vcf',
    file: { contentType: 'text/x-vlocation', bytes: Buffer.from('BEGIN:VCARD\nEND:VCARD\n') },
  },
};

function record(context: SandboxContext, store: FileStore, inbound: InboundText) {
  const { from, to, body, kind = 'words', pictures = [] } = inbound;
  const own = files[kind];
  const added = [
    ...pictures.map((picture, index) => store.add(picture, `IMG_${index + 1}`)),
    ...(own ? [store.add(own.file, own.name)] : []),
  ];
  const text = createText({
    sid: randomUUID(),
    channel: 'AMB',
    person: personAt(from),
    number: parseBusinessId(to),
    from,
    to,
    body,
    kind: kind === 'voice' || kind === 'location' || kind === 'close' ? kind : 'words',
    direction: 'inbound',
    writtenBy: 'person',
    pictures: pictures.map(({ contentType }, index) => {
      const sid = added[index]?.sid ?? '';
      return { sid, contentType, path: store.pathOf(sid) };
    }),
  });
  return { text: context.texts.add(text), attachments: added.map(({ attachment }) => attachment) };
}

type Message = {
  v: 1;
  id: string;
  type: string;
  locale: string;
  sourceId: string;
  destinationId: string;
};

function toMessage(
  { from, to, body, kind }: InboundText,
  { sid }: Text,
  attachments: Attachment[],
) {
  const type = kind === 'close' ? 'close' : 'text';
  // U+FFFC marks the place of a file in the text.
  const marked = body + '\uFFFC'.repeat(attachments.length);
  return {
    v: 1,
    id: sid,
    type,
    locale: 'en_US',
    sourceId: from,
    destinationId: to,
    ...(type === 'text' && { body: marked }),
    ...(attachments.length > 0 && { attachments }),
  } satisfies Message & Record<string, unknown>;
}

async function postWithRetries(
  posting: Posting,
  inbound: InboundText,
  message: Message,
): Promise<Answer | null> {
  const { scheduler } = posting.context;
  for (let attempt = 1; ; attempt++) {
    const answer = await post(posting, inbound, message);
    const isOurFault = answer === null || answer.status >= 500;
    if (!isOurFault || attempt === maxAttempts) return answer;
    await scheduler.wait(attempt);
  }
}

async function post(
  { context, account }: Posting,
  { webhookUrl, from, to, trick }: InboundText,
  message: Message,
): Promise<Answer | null> {
  // Apple adds the last part.
  const url = `${webhookUrl}/message`;
  const json = JSON.stringify(message);
  const key = trick === 'forged' ? randomBytes(32) : undefined;
  const headers = {
    authorization: `Bearer ${mintToken(account, key)}`,
    id: message.id,
    'source-id': from,
    'destination-id': to,
    'capability-list': 'QUICK,LIST,TIME,AUTH,AUTH2,FORM',
    'content-type': 'application/json',
    'content-encoding': 'gzip',
  };
  const exchange = context.wire.open({
    kind: 'webhook',
    title: `Webhook: ${message.type}`,
    method: 'POST',
    url,
    person: personAt(from),
    number: parseBusinessId(to),
    request: { headers, body: json },
  });
  exchange.note('The body goes out compressed; this is what is in it.');
  try {
    const signal = AbortSignal.any([context.scheduler.signal, AbortSignal.timeout(answerWithinMs)]);
    const body = gzipSync(json);
    const response = await context.fetch(url, { method: 'POST', headers, body, signal });
    const answer = { status: response.status, body: await response.text() };
    exchange.finish({ ...answer, headers: Object.fromEntries(response.headers) });
    return answer;
  } catch {
    exchange.note('No answer.');
    exchange.finish(null);
    return null;
  }
}

function describe(status: number | null): string | null {
  if (status === null) return 'Not delivered: no answer';
  return status < 300 ? null : `Not delivered: the answer was ${status}`;
}
