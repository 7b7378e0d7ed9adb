import { eq } from 'drizzle-orm';
import { uuidv7 } from 'uuidv7';
import { claimOf } from '#server/billing/claims.ts';
import type { Database } from '#server/db/client.ts';
import {
  connections,
  creditEntries,
  deliveries,
  experts,
  messages,
  optOuts,
  payments,
  threads,
  trialClaims,
  users,
} from '#server/db/schema.ts';
import { systemTexts } from '#server/messages/system-texts.ts';
import type { DemoExchange, DemoExpert, DemoPerson, DemoTalk, demoStranger } from './people.ts';

type ExpertIds = Record<DemoExpert, string>;
type NewMessage = typeof messages.$inferInsert & { id: string; createdAt: Date };

const hours = 3_600_000;
const before = (now: Date, hoursAgo: number) => new Date(now.getTime() - hoursAgo * hours);
const later = (time: Date, seconds: number) => new Date(time.getTime() + seconds * 1000);

type NewPeople = { expertIds: ExpertIds; passwordHash: string; secretKey: Buffer; now: Date };

/** A person with a proved phone, their conversations, and a ledger that adds up to what they cost. */
export async function addPerson(
  tx: Database,
  person: DemoPerson,
  { expertIds, passwordHash, secretKey, now }: NewPeople,
): Promise<void> {
  const { talks, credits, appleId, ...account } = person;
  const exchanges = talks.flatMap((talk) => talk.exchanges);
  const joinedAt = before(now, Math.max(...exchanges.map(({ hoursAgo }) => hoursAgo)) + 0.5);
  const userId = uuidv7();
  await tx.insert(users).values({
    ...account,
    id: userId,
    passwordHash,
    phoneProvedAt: joinedAt,
    paidMessages: credits.granted,
    messageCount: exchanges.filter(({ failed }) => !failed).length,
    createdAt: joinedAt,
  });
  await addCredits(tx, { ...person, userId, joinedAt }, secretKey);
  for (const talk of talks) {
    const handle = talk.expert === 'noor' && appleId ? appleId : person.phoneNumber;
    await addTalk(tx, talk, { userId, handle, expertIds, joinedAt, now });
  }
}

/** Messages come from a trial or a payment, as everybody's. */
async function addCredits(
  tx: Database,
  {
    credits,
    phoneNumber,
    email,
    userId,
    joinedAt,
  }: DemoPerson & { userId: string; joinedAt: Date },
  secretKey: Buffer,
): Promise<void> {
  const { granted: grantedDelta, reason, isTrial } = credits;
  const createdAt = joinedAt;
  const checkoutSessionId = isTrial ? null : `cs_sandbox_${userId}`;
  if (checkoutSessionId === null) {
    const claim = claimOf(secretKey, { phoneNumber, email });
    await tx.insert(trialClaims).values({ ...claim, userId, createdAt });
  } else {
    await tx.insert(payments).values({ checkoutSessionId, userId, revision: 1, createdAt });
  }
  const grant = { userId, kind: 'grant', grantedDelta, reason } as const;
  await tx.insert(creditEntries).values({ ...grant, checkoutSessionId, createdAt });
}

type Place = { userId: string; handle: string; expertIds: ExpertIds; joinedAt: Date; now: Date };

async function addTalk(
  tx: Database,
  { expert, title, exchanges }: DemoTalk,
  { userId, handle, expertIds, joinedAt, now }: Place,
): Promise<void> {
  const expertId = expertIds[expert];
  const threadId = uuidv7();
  const [version] = await tx
    .select({ id: experts.versionId })
    .from(experts)
    .where(eq(experts.id, expertId));
  const place = { threadId, expertVersionId: version?.id ?? null, now };
  const rows = exchanges.flatMap((exchange) => exchangeRows(exchange, place));
  const newest = rows.at(-1) as NewMessage;
  const connection = { userId, expertId, handle, state: 'active', activatedAt: joinedAt } as const;
  await tx.insert(connections).values({ ...connection, createdAt: joinedAt });
  await tx.insert(threads).values({
    id: threadId,
    expertId,
    handle,
    userId,
    title: title ?? null,
    lastMessage: newest.body,
    lastMessageAt: newest.createdAt,
    lastInboundAt: rows.at(-2)?.createdAt ?? null,
    messageCount: rows.length,
    hasFailed: newest.deliveryState === 'failed',
    createdAt: joinedAt,
  });
  await tx.insert(messages).values(rows);
  await tx.insert(creditEntries).values(rows.flatMap((row) => creditsOf(row, userId)));
  const undelivered = rows.flatMap(undeliveredPart);
  if (undelivered.length > 0) await tx.insert(deliveries).values(undelivered);
}

/** What an admin can send again. */
function undeliveredPart({ id, threadId, body, deliveryState, createdAt }: NewMessage) {
  if (deliveryState !== 'failed') return [];
  const failure = { at: createdAt.toISOString(), kind: 'unreachable', detail: 'Twilio 30003' };
  const tried = { state: 'failed' as const, attempts: 1, failures: [failure] };
  return [{ messageId: id, threadId, part: 0, body, createdAt, ...tried }];
}

function exchangeRows(
  { hoursAgo, question, answer, seconds, failed }: DemoExchange,
  {
    threadId,
    expertVersionId,
    now,
  }: { threadId: string; expertVersionId: string | null; now: Date },
): NewMessage[] {
  const askedAt = before(now, hoursAgo);
  const asked: NewMessage = {
    id: uuidv7(),
    threadId,
    direction: 'inbound',
    origin: 'gateway',
    body: question,
    answerState: 'answered',
    createdAt: askedAt,
  };
  const answered: NewMessage = {
    id: uuidv7(),
    threadId,
    direction: 'outbound',
    origin: 'ai',
    body: answer,
    replyToId: asked.id,
    expertVersionId,
    deliveryState: failed ? 'failed' : 'delivered',
    deliveryReason: failed ?? null,
    aiMeta: {
      provider: 'openai',
      processingTimeMs: seconds * 1000,
      tokenUsage: { input: 80 + question.length, output: Math.round(answer.length / 4) },
    },
    createdAt: later(askedAt, seconds),
  };
  return [asked, answered];
}

/** A reply costs a credit; one that could not be delivered gives it back. */
function creditsOf({ replyToId, deliveryState, createdAt }: NewMessage, userId: string) {
  if (!replyToId) return [];
  const entry = { userId, messageId: replyToId, createdAt };
  const spend = { ...entry, kind: 'spend' as const, usedDelta: 1, reason: 'Reply' };
  if (deliveryState !== 'failed') return [spend];
  const reason = 'The reply was not delivered';
  return [spend, { ...entry, kind: 'give_back' as const, usedDelta: -1, reason }];
}

type ReachableExpert = { id: string; displayName: string; phoneNumber: string };

/** A number without an account: asked once, invited once, and opted out. */
export async function addStranger(
  tx: Database,
  stranger: typeof demoStranger,
  { expert, publicUrl, now }: { expert: ReachableExpert; publicUrl: string; now: Date },
): Promise<void> {
  const { handle, question } = stranger;
  const threadId = uuidv7();
  const askedAt = before(now, stranger.hoursAgo);
  const stoppedAt = later(askedAt, stranger.stopAfterMinutes * 60);
  const invitation = systemTexts.invitation(expert.displayName, publicUrl);
  const inbound = { threadId, direction: 'inbound', origin: 'gateway' } as const;
  await tx.insert(threads).values({
    id: threadId,
    expertId: expert.id,
    handle,
    lastMessage: 'STOP',
    lastMessageAt: stoppedAt,
    messageCount: 3,
    createdAt: askedAt,
  });
  await tx.insert(messages).values([
    { ...inbound, body: question, answerState: 'refused', guard: 'connection', createdAt: askedAt },
    {
      threadId,
      direction: 'outbound',
      origin: 'system',
      systemKind: invitation.kind,
      body: invitation.body,
      deliveryState: 'delivered',
      createdAt: later(askedAt, stranger.invitationAfterSeconds),
    },
    { ...inbound, body: 'STOP', answerState: 'recorded', guard: 'keyword', createdAt: stoppedAt },
  ]);
  const optOut = {
    channel: 'SMS',
    address: expert.phoneNumber,
    handle,
    optedOutAt: stoppedAt,
  } as const;
  await tx.insert(optOuts).values(optOut);
}
