import { uuidv7 } from 'uuidv7';
import type { z } from 'zod';
import { findCrisis } from '#safety/find-crisis.ts';
import type { Turn } from '#server/ai/model.ts';
import type { ExpertRow, TestMessageRow } from '#server/db/schema.ts';
import { transact } from '#server/db/transact.ts';
import { badGateway, notFound, unavailable } from '#server/errors.ts';
import { speakerOf } from '#server/journey/answer/disclosure.ts';
import { findHistoryBudget, takeLatestThatFit } from '#server/journey/answer/history.ts';
import type { Mark } from '#server/journey/answer/mark-words.ts';
import {
  type Answerers,
  type WrittenReply,
  writeReply,
} from '#server/journey/answer/write-reply.ts';
import { findHelpline } from '#server/journey/safety/helplines.ts';
import { systemTexts } from '#server/messages/system-texts.ts';
import { wordTexts } from '#server/messages/word-texts.ts';
import type { Runtime } from '#server/runtime.ts';
import type {
  TestConversation,
  TestDraftReply,
  TestMessage,
  TestMessageReply,
  testDraftRequest,
  testMessageRequest,
} from '#shared/api/ai-testing.ts';
import { listWords } from '#shared/expert-words.ts';
import { applyDraft } from './apply-draft.ts';
import {
  addTestMessages,
  createConversation,
  findConversationFor,
  getTestedExpert,
  listConversationsFor,
} from './store.ts';

type Request = z.output<typeof testMessageRequest>;

const titleLength = 60;

/**
 * Texts nothing and spends no credit.
 * @throws {AppError} 404 for an unknown expert or conversation, 502 without the model's answer.
 */
export async function testExpert(
  runtime: Runtime,
  adminId: string,
  request: Request,
  stopping: AbortSignal,
): Promise<TestMessageReply> {
  const { db } = runtime;
  const { expertId, message } = request;
  const tested = await getTestedExpert(db, expertId);
  const owner = { adminId, expertId };
  const known = await findConversation(runtime, owner, request);

  const asked = await askExpert(runtime, tested, request, stopping);

  return transact(db, async (tx) => {
    const now = asked.question.createdAt;
    const title = toTitle(message);
    const { id } = known ?? (await createConversation(tx, { ...owner, title, now }));
    const stored = await addTestMessages(tx, id, [asked.question, asked.answer]);
    return { conversationId: id, ...toReply(stored, asked.processingTimeMs) };
  });
}

/** As if the draft were saved. Stores nothing. */
export async function testDraft(
  runtime: Runtime,
  { expertId, draft, ...request }: z.output<typeof testDraftRequest>,
  stopping: AbortSignal,
): Promise<TestDraftReply> {
  const saved = await getTestedExpert(runtime.db, expertId);
  const tested = await applyDraft(runtime.db, saved, draft);
  const { question, answer, processingTimeMs } = await askExpert(
    runtime,
    tested,
    request,
    stopping,
  );
  const unknown = { aiMeta: null, sources: null, verdict: null, evidence: null };
  return toReply(
    [
      { ...unknown, ...question, id: uuidv7() },
      { ...unknown, ...answer, id: uuidv7() },
    ],
    processingTimeMs,
  );
}

async function askExpert(
  runtime: Runtime,
  tested: Answerers,
  { message, conversationHistory }: Pick<Request, 'message' | 'conversationHistory'>,
  stopping: AbortSignal,
) {
  const { clock } = runtime;
  const askedAt = clock.now();
  const turns = groupTurns(conversationHistory);
  const budget = findHistoryBudget(tested.expert.systemPrompt ?? '', tested.provider.config);
  const question = { role: 'user' as const, content: message };
  const messages = takeLatestThatFit({ turns, budget }, question);
  const written = await generateAnswer(runtime, tested, messages, stopping);
  const { verdict } = written;
  const { expert } = tested;
  return {
    question: { role: 'user' as const, body: message, verdict, createdAt: askedAt },
    answer: {
      role: 'assistant' as const,
      ...toAnswerFields(expert, written),
      createdAt: clock.now(),
    },
    processingTimeMs: sumProcessingTime(written),
  };
}

function toReply(
  [question, answer]: [StoredMessage, StoredMessage],
  processingTimeMs: number,
): TestDraftReply {
  return {
    userMessage: toTestMessage(question),
    assistantMessage: toTestMessage(answer),
    response: { processingTimeMs },
  };
}

/** Null: a new conversation. */
async function findConversation(
  { db }: Runtime,
  owner: { adminId: string; expertId: string },
  { conversationId, conversationHistory }: Request,
) {
  if (!conversationId && conversationHistory.length === 0) return null;
  const found = await findConversationFor(db, owner, conversationId);
  if (conversationId && !found) throw notFound('Test conversation');
  return found;
}

type Answer = Exclude<WrittenReply, { kind: 'unanswered' }>;

/** No retry: the admin can send again. */
async function generateAnswer(
  runtime: Runtime,
  tested: Answerers,
  messages: Turn['messages'],
  signal: AbortSignal,
): Promise<Answer> {
  const conditions = { signal, retryDelay: () => null };
  const written = await writeReply(runtime, tested, messages, conditions).catch((error) => {
    if (!signal.aborted) throw error;
    throw unavailable('The server is restarting. Please send it again in a moment.', 5);
  });
  if (written.kind !== 'unanswered') return written;
  const { retryAfterMs } = written.error;
  throw badGateway(
    written.failures.map(({ detail }) => detail).join(' '),
    retryAfterMs === null ? undefined : Math.ceil(retryAfterMs / 1000),
  );
}

/** Newest turn first. */
function groupTurns(history: Request['conversationHistory']): Turn['messages'][] {
  const turns: Turn['messages'][] = [];
  for (const message of history) {
    const turn = turns[0];
    if (message.role === 'user' || !turn) turns.unshift([message]);
    else turn.push(message);
  }
  return turns;
}

function toAnswerFields(expert: ExpertRow, written: Answer) {
  if (written.kind === 'reply') {
    const { text, mark, aiMeta, sources } = written;
    return mark
      ? { body: writeMarkedAnswer(expert, mark), aiMeta, sources: [] }
      : { body: text, aiMeta, sources, evidence: written.evidence };
  }
  if (written.kind === 'no-answer') {
    const { aiMeta, evidence } = written;
    const human = listWords(expert.words).human ?? null;
    return { body: systemTexts.noAnswer(written.text, human).body, aiMeta, evidence };
  }
  return { body: systemTexts.rejected(written.text).body };
}

/** What a person with a number of no known country would get instead. */
function writeMarkedAnswer(expert: ExpertRow, mark: Mark): string {
  if (mark === 'person') return wordTexts.human(speakerOf(expert), null).body;
  const { displayName, crisisLine: ownLine } = expert;
  return systemTexts.crisis(displayName, findHelpline(null).text, { ownLine, isTeamTold: true })
    .body;
}

function sumProcessingTime(written: Answer): number {
  const modelMs = written.kind === 'rejected' ? 0 : written.aiMeta.processingTimeMs;
  return modelMs + (written.verdict?.processingTimeMs ?? 0);
}

function toTitle(message: string): string {
  const words = message.trim().replaceAll(/\s+/g, ' ');
  // By code points: no surrogate pair is split.
  const characters = [...words];
  if (characters.length <= titleLength) return words;
  const cut = characters.slice(0, titleLength).join('');
  return `${cut.replace(/ [^ ]*$/, '')}…`;
}

/** @throws {AppError} 404 for an unknown expert. */
export async function listConversations(
  { db }: Runtime,
  adminId: string,
  expertId: string,
): Promise<TestConversation[]> {
  await getTestedExpert(db, expertId);
  const conversations = await listConversationsFor(db, { adminId, expertId });
  return conversations.map(({ lastMessageAt, messages, ...conversation }) => ({
    ...conversation,
    lastMessageAt: lastMessageAt.toISOString(),
    messages: messages.map(toTestMessage),
  }));
}

type StoredMessage = Omit<TestMessageRow, 'conversationId'>;

function toTestMessage(row: StoredMessage): TestMessage {
  const { id, role, body, aiMeta, sources, evidence, verdict, createdAt } = row;
  return {
    id,
    role,
    body,
    direction: role === 'user' ? 'inbound' : 'outbound',
    createdAt: createdAt.toISOString(),
    aiMeta,
    sources: sources ?? [],
    evidence: evidence,
    verdict,
    ...(role === 'user' ? readLevel(body) : { isCrisis: false, mayBeCrisis: false }),
  };
}

function readLevel(body: string): Pick<TestMessage, 'isCrisis' | 'mayBeCrisis'> {
  const level = findCrisis(body)?.level;
  return { isCrisis: level === 'certain', mayBeCrisis: level === 'possible' };
}
