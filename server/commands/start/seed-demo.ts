import { uuidv7 } from 'uuidv7';
import { fingerprintPerson } from '#server/billing/claims.ts';
import type { Database } from '#server/db/client.ts';
import {
  connections,
  creditEntries,
  deliveries,
  type ExpertRow,
  experts,
  messages,
  optOuts,
  payments,
  providers,
  threads,
  trialClaims,
  users,
} from '#server/db/schema.ts';
import { addPlainText } from '#server/experts/knowledge/add-plain-text.ts';
import { recordVersionsOf } from '#server/experts/versions-store.ts';
import { systemTexts } from '#server/messages/system-texts.ts';
import type { Runtime } from '#server/runtime.ts';
import type { Demo, DemoExchange, DemoPerson, DemoStranger, DemoTalk } from '#shared/demo.ts';
import { hourMs } from '#shared/time.ts';

type NewMessage = typeof messages.$inferInsert & { id: string; createdAt: Date };
type Scene = { runtime: Runtime; passwordHash: string; now: Date; experts: ExpertRow[] };

const subtractHours = (now: Date, hours: number) => new Date(now.getTime() - hours * hourMs);
const addSeconds = (time: Date, seconds: number) => new Date(time.getTime() + seconds * 1000);

export async function seedDemo(
  tx: Database,
  { demo, runtime, passwordHash }: { demo: Demo; runtime: Runtime; passwordHash: string },
): Promise<void> {
  const now = runtime.clock.now();
  const scene = { runtime, passwordHash, now, experts: await storeExperts(tx, demo, runtime) };
  for (const person of demo.people) await storePerson(tx, person, scene);
  await storeStranger(tx, demo.stranger, scene);
}

async function storeExperts(tx: Database, demo: Demo, runtime: Runtime) {
  const { secrets, clock } = runtime;
  const { apiKey, model, ...facts } = demo.provider;
  const providerId = uuidv7();
  await tx.insert(providers).values({
    ...facts,
    id: providerId,
    config: { model },
    apiKey: secrets.seal({ column: 'providers.api_key', row: providerId }, apiKey),
    apiKeyLast4: apiKey.slice(-4),
  });
  for (const { knows, ...expert } of demo.experts) {
    const id = uuidv7();
    await tx.insert(experts).values({ ...expert, id, providerId, status: 'ACTIVE' });
    if (knows) await addPlainText(runtime, tx, { expertId: id, ...knows });
  }
  await recordVersionsOf(tx, { providerId }, { authorId: null, now: clock.now() });
  return tx.select().from(experts);
}

function getExpert({ experts }: Scene, name: string): ExpertRow {
  const expert = experts.find(({ displayName }) => displayName === name);
  if (!expert) throw new Error(`The demo has no expert ${name}`);
  return expert;
}

/** Writes ledger entries that add up to the credits of the conversations. */
async function storePerson(tx: Database, person: DemoPerson, scene: Scene): Promise<void> {
  const { talks, credits, ...account } = person;
  const exchanges = talks.flatMap((talk) => talk.exchanges);
  const firstHoursAgo = Math.max(...exchanges.map(({ hoursAgo }) => hoursAgo));
  const joinedAt = subtractHours(scene.now, firstHoursAgo + 0.5);
  const userId = uuidv7();
  await tx.insert(users).values({
    ...account,
    id: userId,
    passwordHash: scene.passwordHash,
    emailVerifiedAt: joinedAt,
    phoneVerifiedAt: joinedAt,
    phoneAttachedAt: joinedAt,
    paidMessages: credits.granted,
    messageCount: exchanges.filter(({ failed }) => !failed).length,
    createdAt: joinedAt,
  });
  await storeGrant(tx, person, { userId, createdAt: joinedAt, scene });
  for (const talk of talks) await storeTalk(tx, talk, { person, userId, joinedAt, scene });
}

/** Grants a trial or a purchase, as in real life. */
async function storeGrant(
  tx: Database,
  { credits, phoneNumber, email }: DemoPerson,
  { userId, createdAt, scene }: { userId: string; createdAt: Date; scene: Scene },
): Promise<void> {
  const { granted: grantedDelta, reason, isTrial } = credits;
  const checkoutSessionId = isTrial ? null : `cs_sandbox_${userId}`;
  if (checkoutSessionId === null) {
    const claim = fingerprintPerson(scene.runtime.secrets, { phoneNumber, email });
    await tx.insert(trialClaims).values({ ...claim, userId, createdAt });
  } else {
    await tx.insert(payments).values({ checkoutSessionId, userId, revision: 1, createdAt });
  }
  const grant = { userId, kind: 'grant', grantedDelta, reason } as const;
  await tx.insert(creditEntries).values({ ...grant, checkoutSessionId, createdAt });
}

type Talker = { person: DemoPerson; userId: string; joinedAt: Date; scene: Scene };

async function storeTalk(
  tx: Database,
  talk: DemoTalk,
  { person, userId, joinedAt: createdAt, scene }: Talker,
): Promise<void> {
  const { id: expertId, versionId } = getExpert(scene, talk.expert);
  const handle = talk.handle ?? person.phoneNumber;
  const threadId = uuidv7();
  const place = { threadId, expertVersionId: versionId, now: scene.now };
  const rows = talk.exchanges.flatMap((exchange) => toExchangeRows(exchange, place));
  const newest = rows.at(-1);
  const connection = { userId, expertId, handle, state: 'active', createdAt } as const;
  await tx.insert(connections).values({ ...connection, activatedAt: createdAt });
  await tx.insert(threads).values({
    id: threadId,
    expertId,
    handle,
    userId,
    title: talk.title ?? null,
    lastMessage: newest?.body,
    lastMessageAt: newest?.createdAt,
    lastInboundAt: rows.at(-2)?.createdAt,
    lastInboundChannel: rows.at(-2)?.channel,
    messageCount: rows.length,
    createdAt,
  });
  await tx.insert(messages).values(rows);
  await tx.insert(creditEntries).values(rows.flatMap((row) => toCreditRows(row, userId)));
  const undelivered = rows.filter(({ deliveryState }) => deliveryState === 'failed');
  if (undelivered.length > 0) await tx.insert(deliveries).values(undelivered.map(toFailedDelivery));
}

type Place = { threadId: string; expertVersionId: string | null; now: Date };

function toExchangeRows(exchange: DemoExchange, { now, threadId, expertVersionId }: Place) {
  const { hoursAgo, question, answer, seconds, failed } = exchange;
  const askedAt = subtractHours(now, hoursAgo);
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
    createdAt: addSeconds(askedAt, seconds),
  };
  return [asked, answered];
}

/** An undelivered reply gives its credit back. */
function toCreditRows({ replyToId, deliveryState, createdAt }: NewMessage, userId: string) {
  if (!replyToId) return [];
  const entry = { userId, messageId: replyToId, createdAt };
  const spend = { ...entry, kind: 'spend' as const, usedDelta: 1, reason: 'Reply' };
  if (deliveryState !== 'failed') return [spend];
  const reason = 'Reply not delivered';
  return [spend, { ...entry, kind: 'give_back' as const, usedDelta: -1, reason }];
}

function toFailedDelivery({ id, threadId, body, createdAt }: NewMessage) {
  const failure = { at: createdAt.toISOString(), kind: 'unreachable', detail: 'Twilio 30003' };
  const attempt = { state: 'failed' as const, attempts: 1, failures: [failure] };
  return { messageId: id, threadId, part: 0, body, createdAt, ...attempt };
}

/** Asks the stranger once, invites them once, and opts them out; they have no account. */
async function storeStranger(tx: Database, stranger: DemoStranger, scene: Scene): Promise<void> {
  const { handle, question, hoursAgo, stopAfterMinutes, invitationAfterSeconds } = stranger;
  const expert = getExpert(scene, stranger.expert);
  const threadId = uuidv7();
  const askedAt = subtractHours(scene.now, hoursAgo);
  const stoppedAt = addSeconds(askedAt, stopAfterMinutes * 60);
  const { kind, body } = systemTexts.invitation(expert.displayName, scene.runtime.config.publicUrl);
  const inbound = { threadId, direction: 'inbound', origin: 'gateway' } as const;
  await tx.insert(threads).values({
    id: threadId,
    expertId: expert.id,
    handle,
    lastMessage: 'STOP',
    lastMessageAt: stoppedAt,
    lastInboundAt: stoppedAt,
    messageCount: 3,
    createdAt: askedAt,
  });
  await tx.insert(messages).values([
    { ...inbound, body: question, answerState: 'refused', guard: 'connection', createdAt: askedAt },
    {
      threadId,
      direction: 'outbound',
      origin: 'system',
      systemKind: kind,
      body,
      deliveryState: 'delivered',
      createdAt: addSeconds(askedAt, invitationAfterSeconds),
    },
    { ...inbound, body: 'STOP', answerState: 'recorded', guard: 'keyword', createdAt: stoppedAt },
  ]);
  const address = expert.phoneNumber ?? expert.handle;
  await tx
    .insert(optOuts)
    .values({ channel: expert.channel, address, handle, optedOutAt: stoppedAt });
}
