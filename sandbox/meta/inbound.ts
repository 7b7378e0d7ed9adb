import { personAt } from '../addresses.ts';
import type { SandboxContext } from '../context.ts';
import type { DeliverText, InboundResult, InboundText } from '../gateway.ts';
import { createText, type Text } from '../texts.ts';
import type { MetaApp } from './app.ts';
import type { MediaStore } from './media.ts';
import { describePerson, newMessageId, timestamp } from './people.ts';
import type { Reports } from './reports.ts';
import { notify, notifyForged } from './webhook.ts';

type Parts = { context: SandboxContext; app: MetaApp; media: MediaStore; reports: Reports };

export function createInbound({ context, app, media, reports }: Parts): DeliverText {
  return async (inbound) => {
    const { kind } = inbound;
    const isChange = kind === 'edit' || kind === 'revoke';
    const isReaction = kind === 'reaction';
    const { text, message } = isReaction
      ? recordReaction(context, inbound)
      : isChange
        ? recordChange(context, kind, inbound)
        : record(context, media, { ...inbound, kind: kind ?? 'words' });
    const { contact, sender } = describePerson(text.person);
    const notice = {
      url: inbound.webhookUrl,
      kind: 'webhook' as const,
      title: isChange
        ? `Webhook: ${kind === 'edit' ? 'edited' : 'deleted'} message`
        : `Webhook: new ${isReaction ? 'reaction' : 'message'}`,
      person: text.person,
      number: text.number,
      senderId: inbound.senderId ?? app.phoneNumberId,
      value: {
        contacts: [contact],
        messages: [{ ...sender, timestamp: timestamp(context.now()), ...message }],
      },
    };
    // A person who writes has the conversation open, and so has read it.
    reports.markAllRead(text);
    const isForged = inbound.trick === 'forged';
    const status = await (isForged ? notifyForged(context, notice) : notify(context, app, notice));
    if (inbound.trick === 'repeated') await notify(context, app, notice);
    const problem = describeProblem(status);
    if (!isReaction) context.texts.update(text, { handover: { status, problem } });
    return { text, status, problem, replies: [] };
  };
}

type Recorded = Pick<InboundResult, 'text'> & { message: object };

function record(
  { texts }: SandboxContext,
  media: MediaStore,
  {
    from,
    to,
    body,
    kind,
    pictures = [],
    quoted = null,
  }: Omit<InboundText, 'kind'> & { kind: Text['kind'] },
): Recorded {
  const kept = pictures.map((picture) => media.add(picture));
  const text = createText({
    sid: newMessageId(),
    channel: 'WHATSAPP',
    person: personAt(from),
    number: to,
    from,
    to,
    body,
    direction: 'inbound',
    writtenBy: 'person',
    kind,
    quoted,
    pictures: kept.map(({ id, contentType }) => ({
      sid: id,
      contentType,
      path: media.shownAt(id),
    })),
  });
  const context = quoted && { context: { from: to.replace(/\D/g, ''), id: quoted } };
  const message = { id: text.sid, ...context, ...toContent(text, kept[0]) };
  return { text: texts.add(text), message };
}

function toContent({ kind, body }: Text, picture: ReturnType<MediaStore['add']> | undefined) {
  if (kind === 'voice') {
    const audio = { id: '1', mime_type: 'audio/ogg; codecs=opus', sha256: '', voice: true };
    return { type: 'audio', audio };
  }
  if (kind === 'location') {
    return {
      type: 'location',
      location: { latitude: 38.8977, longitude: -77.0365, name: body || 'Here' },
    };
  }
  if (!picture) return { type: 'text', text: { body } };
  const { id, contentType: mime_type, sha256 } = picture;
  const type = mime_type.startsWith('image/') ? 'image' : 'document';
  return { type, [type]: { ...(body && { caption: body }), mime_type, sha256, id } };
}

function recordReaction({ texts }: SandboxContext, { body, quoted }: InboundText): Recorded {
  const text = quoted ? texts.find(quoted) : null;
  if (!text) throw new Error('A reaction is about a text that is there.');
  texts.update(text, { reaction: body || null });
  const reaction = { message_id: text.sid, ...(body && { emoji: body }) };
  return { text, message: { id: newMessageId(), type: 'reaction', reaction } };
}

/** Meta docs: webhooks/reference/messages, edit and revoke. */
function recordChange(
  { texts }: SandboxContext,
  kind: 'edit' | 'revoke',
  { body, quoted }: InboundText,
): Recorded {
  const text = quoted ? texts.find(quoted) : null;
  if (!text) throw new Error('A change is about a text that is there.');
  const original_message_id = text.sid;
  if (kind === 'revoke') {
    texts.update(text, { body: '', change: 'deleted' });
    return { text, message: { id: newMessageId(), type: kind, revoke: { original_message_id } } };
  }
  texts.update(text, { body, change: 'edited' });
  const now = { context: { id: text.sid }, type: 'text', text: { body } };
  const edit = { original_message_id, message: now };
  return { text, message: { id: newMessageId(), type: kind, edit } };
}

function describeProblem(status: number | null): string | null {
  if (status === 200) return null;
  return status === null
    ? 'Nothing answered; Meta tries again.'
    : `The answer was ${status}; Meta tries again until it is 200.`;
}
