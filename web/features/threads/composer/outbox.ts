import type { QueryClient } from '@tanstack/react-query';
import type { Message, PostMessageRequest } from '#shared/api/messages.ts';
import { secondMs } from '#shared/time.ts';
import { describeError, sendRequest } from '#web/lib/api-client.ts';
import { readAuthToken } from '#web/lib/auth-token.ts';
import { makeId } from '#web/lib/make-id.ts';
import { toast } from '#web/lib/toast.ts';
import type { PlanAdvance } from '../known/advance-context.ts';
import { addSentMessage } from '../known/message-pages.ts';
import { messagesQuery } from '../known/messages-api.ts';

/** A text that was given to be sent, until the server has stored it. */
export type OutgoingText = {
  /** The server stores one text for it, however often it is sent. */
  id: string;
  body: string;
  writtenAt: string;
  /** Its conversation is done with it. */
  resolves?: boolean;
  /** Null while it is being sent. */
  failure: string | null;
  /** It was not tried, because the one before it failed: trying that one again sends this one, too. */
  isBehind?: boolean;
};

/** Where the texts of one conversation lie, also while it is not open. */
export type Box = {
  read: () => OutgoingText[] | undefined;
  save: (texts: OutgoingText[]) => void;
  clear: () => void;
};

type Desk = {
  queries: QueryClient;
  threadId: string;
  box: Box;
  planAdvance: PlanAdvance;
};

/** The name of the draft that keeps them. */
export const outboxOf = (threadId: string) => `outbox ${threadId}`;

const noAnswerMs = 30 * secondMs;
/** The second Enter or click of a double one. */
const doubleMs = 500;
const defaultReason = 'There was an error sending your message.';
const leftReason = 'The page was left before the server answered.';
const signedOutReason = 'You were signed out before it was sent.';
const behindReason = 'The text before it was not sent.';

/** One per conversation, so that its texts keep their order. */
type Line = { end: Promise<void>; last: { body: string; at: number } | null };
const lines = new WeakMap<QueryClient, Map<string, Line>>();

function lineOf({ queries, threadId }: Pick<Desk, 'queries' | 'threadId'>): Line {
  const ofPage = lines.get(queries) ?? new Map<string, Line>();
  lines.set(queries, ofPage);
  const line = ofPage.get(threadId) ?? { end: Promise.resolve(), last: null };
  ofPage.set(threadId, line);
  return line;
}

/** After a reload the page can't know what became of a text. Sent again, it is stored once. */
export function keepForReload(texts: OutgoingText[]): OutgoingText[] {
  return texts.map((text) => ({ ...text, failure: text.failure ?? leftReason }));
}

export function addText(desk: Desk, body: string, { resolves = false } = {}): void {
  const { box } = desk;
  const line = lineOf(desk);
  const at = performance.now();
  const isRepeated = line.last?.body === body && at - line.last.at < doubleMs;
  line.last = { body, at };
  if (isRepeated) return;
  const writtenAt = new Date().toISOString();
  const text = { id: makeId(), body, writtenAt, failure: null, ...(resolves && { resolves }) };
  box.save([...(box.read() ?? []), text]);
  queueText(desk, text.id);
}

/** Those that waited behind it go with it. */
export function retryText(desk: Desk, id: string): void {
  const { box } = desk;
  const texts = box.read() ?? [];
  const at = texts.findIndex((text) => text.id === id);
  const end = texts.findIndex(({ isBehind }, index) => index > at && !isBehind);
  const again = texts.slice(at, end === -1 ? undefined : end).filter(({ failure }) => failure);
  box.save(
    texts.map((text) => {
      if (!again.includes(text)) return text;
      const { isBehind: _, ...rest } = text;
      return { ...rest, failure: null };
    }),
  );
  for (const text of again) queueText(desk, text.id);
}

/** @returns the words, or null if they are being sent by now. */
export function takeBackText({ box }: Pick<Desk, 'box'>, id: string): string | null {
  const text = box.read()?.find((one) => one.id === id);
  if (!text?.failure) return null;
  removeTexts(box, new Set([id]));
  return text.body;
}

export function removeTexts(box: Box, ids: ReadonlySet<string>): void {
  const texts = box.read() ?? [];
  const rest = texts.filter(({ id }) => !ids.has(id));
  if (rest.length === texts.length) return;
  if (rest.length > 0) box.save(rest);
  else box.clear();
}

function queueText(desk: Desk, id: string): void {
  const line = lineOf(desk);
  const token = readAuthToken();
  const advance = desk.planAdvance(desk.threadId);
  line.end = line.end.then(() => sendText(desk, id, { token, advance }));
}

/** @param token of the writer: the browser's next user sends nothing of theirs. */
async function sendText(
  desk: Desk,
  id: string,
  { token, advance }: { token: string | null; advance: () => void },
): Promise<void> {
  const { queries, threadId, box } = desk;
  const text = box.read()?.find((one) => one.id === id);
  // One before it has failed, or its writer has signed out.
  if (!text || text.failure !== null) return;
  if (readAuthToken() !== token) return setFailure(box, id, signedOutReason);
  const { body, resolves } = text;
  const request: PostMessageRequest = { body, sendId: id, ...(resolves && { resolves }) };
  const mutation = queries.getMutationCache().build(queries, {
    mutationKey: ['send', threadId],
    mutationFn: () => postText(threadId, request),
  });
  try {
    await noteSent(desk, text, (await mutation.execute(undefined)).message);
    if (resolves) advance();
  } catch (error) {
    const reason = describeError(error, defaultReason);
    setFailure(box, id, reason);
    toast({ title: 'Failed to send message', description: reason, variant: 'destructive' });
  }
}

async function postText(threadId: string, body: PostMessageRequest): Promise<{ message: Message }> {
  const signal = AbortSignal.timeout(noAnswerMs);
  const path = `/api/threads/${threadId}/messages`;
  const response = await sendRequest('POST', path, { body, signal });
  return (await response.json()) as { message: Message };
}

async function noteSent(desk: Desk, { id, resolves }: OutgoingText, message: Message) {
  const { queries, threadId, box } = desk;
  const { queryKey } = messagesQuery(threadId);
  // A list that was read before would take it away again.
  await queries.cancelQueries({ queryKey, exact: true });
  queries.setQueryData(queryKey, (known) => known && addSentMessage(known, message));
  removeTexts(box, new Set([id]));
  toast({ title: 'Message sent', ...(resolves && { description: 'Conversation resolved' }) });
  void queries.invalidateQueries({ queryKey: ['threads'] });
}

/** Those behind it are not tried: alone they could mean something else. */
function setFailure(box: Box, id: string, reason: string): void {
  const texts = box.read() ?? [];
  const at = texts.findIndex((text) => text.id === id);
  // Its writer has signed out, which leaves no words in the browser.
  if (at === -1) return;
  box.save(
    texts.map((text, index) => {
      if (index === at) return { ...text, failure: reason };
      const isBehind = index > at && text.failure === null;
      return isBehind ? { ...text, failure: behindReason, isBehind } : text;
    }),
  );
}
