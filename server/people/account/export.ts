import { withoutDetail } from '#server/channels/send-error.ts';
import { readMuch } from '#server/db/read-much.ts';
import type { UserRow } from '#server/db/schema.ts';
import { readPicture } from '#server/messages/pictures.ts';
import type { Runtime } from '#server/runtime.ts';
import type { AccountExport, NumberExport } from '#shared/api/account.ts';
import {
  listMessagesToExport,
  listOptOutsOfHandle,
  listThreadsOfNumber,
  listThreadsToExport,
  readAccountRows,
} from './export-store.ts';

type Facts = Omit<AccountExport, 'conversations'>;
type ExportedMessage = AccountExport['conversations'][number]['messages'][number];
type FoundMessage = Awaited<ReturnType<typeof listMessagesToExport>>[number];

/** Pictures make messages large. */
const pageSize = 50;

/** Streams, because years of conversations with pictures don't fit in memory. */
export async function* writeExport(runtime: Runtime, user: UserRow): AsyncGenerator<string> {
  const { db, clock } = runtime;
  const facts = JSON.stringify(await readFacts(db, user, clock.now()), null, 2);
  yield* writeConversations(runtime, facts, await listThreadsToExport(db, user));
}

export async function* writeNumberExport(runtime: Runtime, handle: string): AsyncGenerator<string> {
  const { db, clock } = runtime;
  const optOuts = await listOptOutsOfHandle(db, handle);
  const facts: Omit<NumberExport, 'conversations'> = {
    exportedAt: clock.now().toISOString(),
    handle,
    optOuts: optOuts.map(toOptOut),
  };
  yield* writeConversations(
    runtime,
    JSON.stringify(facts, null, 2),
    await listThreadsOfNumber(db, handle),
  );
}

async function* writeConversations(
  runtime: Runtime,
  facts: string,
  threads: Awaited<ReturnType<typeof listThreadsToExport>>,
): AsyncGenerator<string> {
  yield `${facts.slice(0, facts.lastIndexOf('}')).trimEnd()},\n  "conversations": [`;
  for (const [index, thread] of threads.entries()) {
    const { createdAt, ...what } = thread;
    const head = JSON.stringify({ ...what, createdAt: createdAt.toISOString() });
    yield `${index ? ',' : ''}\n    ${head.slice(0, -1)},"messages":[`;
    yield* writeMessages(runtime, thread.id);
    yield ']}';
  }
  yield '\n  ]\n}\n';
}

async function* writeMessages(runtime: Runtime, threadId: string): AsyncGenerator<string> {
  let comma = '';
  for await (const message of readExportedMessages(runtime, threadId)) {
    yield `${comma}\n      ${JSON.stringify(message)}`;
    comma = ',';
  }
}

/** Oldest first, read by the page. */
export async function* readExportedMessages(
  runtime: Runtime,
  threadId: string,
): AsyncGenerator<ExportedMessage> {
  let after = 0;
  for (;;) {
    const page = await listMessagesToExport(runtime.db, threadId, { after, limit: pageSize });
    for (const found of page) {
      yield await toMessage(runtime, found);
      after = found.message.seq;
    }
    if (page.length < pageSize) return;
  }
}

async function toMessage(
  runtime: Runtime,
  { message, pictures }: FoundMessage,
): Promise<ExportedMessage> {
  const { id, direction, origin, body, content, gatewayMessageId, replyToId } = message;
  const { deliveryState, deliveryReason } = message;
  return {
    id,
    createdAt: message.createdAt.toISOString(),
    direction,
    origin,
    body,
    content,
    sources: message.sources ?? [],
    gatewayMessageId,
    replyToId,
    delivery: deliveryState,
    deliveryReason: deliveryReason && withoutDetail(deliveryReason),
    pictures: await Promise.all(pictures.map((picture) => toPicture(runtime, picture))),
  };
}

async function toPicture(
  runtime: Runtime,
  row: FoundMessage['pictures'][number],
): Promise<ExportedMessage['pictures'][number]> {
  const picture = await readPicture(runtime, row);
  const base64 = picture?.toString('base64') ?? null;
  return { state: row.state, reason: row.reason, contentType: 'image/webp', base64 };
}

/** What is stored about a person, without the conversations. */
export async function readFacts(db: Runtime['db'], user: UserRow, now: Date): Promise<Facts> {
  const facts = await readMuch(db, (tx) => readAccountRows(tx, user));
  return {
    exportedAt: now.toISOString(),
    profile: {
      id: user.id,
      email: user.email,
      firstName: user.firstName,
      lastName: user.lastName,
      phoneNumber: user.phoneNumber,
      phoneVerifiedAt: toIso(user.phoneVerifiedAt),
      pendingPhoneNumber: user.pendingPhoneNumber,
      role: user.role,
      createdAt: user.createdAt.toISOString(),
      messageCount: user.messageCount,
      paidMessages: user.paidMessages,
      subExpiration: toIso(user.subExpiration),
      stripeCustomerId: user.stripeCustomerId,
      trialStartedAt: toIso(facts.trialStartedAt),
    },
    smsConsent: user.smsConsentAt && {
      at: user.smsConsentAt.toISOString(),
      version: user.smsConsentVersion,
      address: user.smsConsentAddress,
    },
    sessions: facts.sessions.map(({ device, createdAt, lastUsedAt, expiresAt }) => ({
      device,
      createdAt: createdAt.toISOString(),
      lastUsedAt: lastUsedAt.toISOString(),
      expiresAt: expiresAt.toISOString(),
    })),
    connections: facts.connections.map(({ expert, connection }) => ({
      expert,
      handle: connection.handle,
      state: connection.state,
      createdAt: connection.createdAt.toISOString(),
      activatedAt: toIso(connection.activatedAt),
    })),
    optOuts: facts.optOuts.map(toOptOut),
    aliases: facts.aliases.map(({ channel, alias, handle }) => ({ channel, alias, handle })),
    ledger: facts.ledger.map((entry) => ({
      createdAt: entry.createdAt.toISOString(),
      kind: entry.kind,
      reason: entry.reason,
      granted: entry.grantedDelta,
      used: entry.usedDelta,
      messageId: entry.messageId,
      checkoutSessionId: entry.checkoutSessionId,
      invoiceId: entry.invoiceId,
      amount: entry.amount,
      currency: entry.currency,
    })),
    payments: facts.payments.map(({ createdAt, checkoutSessionId, paymentIntentId, reversal }) => ({
      checkoutSessionId,
      paymentIntentId,
      reversal,
      createdAt: createdAt.toISOString(),
    })),
    bankPayments: facts.bankPayments.map(({ userId: _, createdAt, updatedAt, ...payment }) => ({
      ...payment,
      createdAt: createdAt.toISOString(),
      updatedAt: updatedAt.toISOString(),
    })),
    subscriptions: facts.subscriptions.map(({ startedAt, currentPeriodEnd, ...state }) => ({
      stripeSubscriptionId: state.stripeSubscriptionId,
      plan: state.plan,
      status: state.status,
      startedAt: startedAt.toISOString(),
      currentPeriodEnd: toIso(currentPeriodEnd),
      cancelAtPeriodEnd: state.cancelAtPeriodEnd,
    })),
    changes: facts.changes.map(({ createdAt, action, entityId }) => ({
      createdAt: createdAt.toISOString(),
      action,
      entityId,
    })),
    testConversations: groupTestConversations(facts.testMessages),
  };
}

function toOptOut({
  channel,
  address,
  handle,
  optedOutAt,
}: Awaited<ReturnType<typeof listOptOutsOfHandle>>[number]): Facts['optOuts'][number] {
  return { channel, address, handle, optedOutAt: optedOutAt.toISOString() };
}

function groupTestConversations(
  rows: Awaited<ReturnType<typeof readAccountRows>>['testMessages'],
): Facts['testConversations'] {
  const byId = Map.groupBy(rows, ({ conversation }) => conversation.id);
  return [...byId.values()].flatMap((ofOne) => {
    const [first] = ofOne;
    if (!first) return [];
    const messages = ofOne.map(({ message: { createdAt, role, body } }) => ({
      createdAt: createdAt.toISOString(),
      role,
      body,
    }));
    return [{ expert: first.expert, title: first.conversation.title, messages }];
  });
}

function toIso(time: Date | null): string | null {
  return time?.toISOString() ?? null;
}
