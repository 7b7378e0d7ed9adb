import { randomBytes, randomUUID } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { parseBusinessId } from '#shared/business-id.ts';
import { personAt } from '../addresses.ts';
import type { SandboxContext } from '../context.ts';
import type { DeliverText, InboundPicture, InboundText } from '../gateway.ts';
import { createText, type Text } from '../texts.ts';
import type { Closings } from './closings.ts';
import type { Attachment, FileStore } from './files.ts';
import { type AppleAccount, mintToken } from './token.ts';

/** Apple does not say how often it tries, nor for how long; after a fault of ours it does. */
const mostTries = 3;
const answerWithinMs = 10_000;

type Posting = { context: SandboxContext; account: AppleAccount };
type Answer = { status: number };

/** Somebody writes in Messages: Apple tells first that they type, then what they wrote. */
export function createInbound(
  { context, account }: Posting,
  { files, closings }: { files: FileStore; closings: Closings },
): DeliverText {
  return async (inbound) => {
    const { text, attachments } = record(context, files, inbound);
    const message = messageOf(inbound, text, attachments);
    const posting = { context, account };
    if (message.type === 'close') closings.close(text);
    else closings.open(text);
    if (message.type === 'text') {
      await post(posting, inbound, { ...message, id: randomUUID(), type: 'typing_start' });
    }
    let answer = await postUntilTaken(posting, inbound, message);
    if (inbound.trick === 'repeated') answer = await postUntilTaken(posting, inbound, message);
    const status = answer?.status ?? null;
    const problem = describe(status);
    context.texts.update(text, { handover: { status, problem } });
    return { text, status, problem, replies: [] };
  };
}

/** What a phone makes of a voice message and a place: files like any other. */
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
    kind: kind === 'reaction' ? 'words' : kind,
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

function messageOf(
  { from, to, body, kind }: InboundText,
  { sid }: Text,
  attachments: Attachment[],
) {
  const type = kind === 'close' ? 'close' : 'text';
  // Each mark stands where a file is in the text.
  const words = body + '\uFFFC'.repeat(attachments.length);
  return {
    v: 1,
    id: sid,
    type,
    locale: 'en_US',
    sourceId: from,
    destinationId: to,
    ...(type === 'text' && { body: words }),
    ...(attachments.length > 0 && { attachments }),
  } satisfies Message & Record<string, unknown>;
}

async function postUntilTaken(
  posting: Posting,
  inbound: InboundText,
  message: Message,
): Promise<Answer | null> {
  const { scheduler } = posting.context;
  for (let tries = 1; ; tries++) {
    const answer = await post(posting, inbound, message);
    const isOurFault = answer === null || answer.status >= 500;
    if (!isOurFault || tries === mostTries) return answer;
    await scheduler.wait(tries);
  }
}

/** One request; null where no answer came. Apple adds the last part of the address. */
async function post(
  { context, account }: Posting,
  { webhookUrl, from, to, trick }: InboundText,
  message: Message,
): Promise<Answer | null> {
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
