import { withoutDetail } from '#server/channels/send-error.ts';
import { readMuch } from '#server/db/read-much.ts';
import type { UserRow } from '#server/db/schema.ts';
import type { Attachment } from '#server/messages/attachments-store.ts';
import type { Runtime } from '#server/runtime.ts';
import type { AccountExport, NumberExport } from '#shared/api/account.ts';
import { readBase64, readMessages, readPage } from './export-pages.ts';
import {
  type listMessagesToExport,
  listOptOutsOfHandle,
  listThreadsOfNumber,
  listThreadsToExport,
  readAccountRows,
} from './export-store.ts';

type Facts = Omit<AccountExport, 'conversations'>;
type ExportedMessage = AccountExport['conversations'][number]['messages'][number];
type ExportedPicture = ExportedMessage['pictures'][number];
type FoundMessage = Awaited<ReturnType<typeof listMessagesToExport>>[number];

/** Streams, because years of conversations with pictures don't fit in memory. */
export async function* writeExport(runtime: Runtime, user: UserRow): AsyncGenerator<string> {
  const { db, clock } = runtime;
  const facts = JSON.stringify(await readFacts(db, user, clock.now()), null, 2);
  yield* writeConversations(runtime, facts, await readPage(() => listThreadsToExport(db, user)));
}

export async function* writeNumberExport(runtime: Runtime, handle: string): AsyncGenerator<string> {
  const { db, clock } = runtime;
  const optOuts = await readPage(() => listOptOutsOfHandle(db, handle));
  const facts: Omit<NumberExport, 'conversations'> = {
    exportedAt: clock.now().toISOString(),
    handle,
    optOuts: optOuts.map(toOptOut),
  };
  yield* writeConversations(
    runtime,
    JSON.stringify(facts, null, 2),
    await readPage(() => listThreadsOfNumber(db, handle)),
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
    const head = openJson({ ...what, createdAt: createdAt.toISOString() });
    yield `${index ? ',' : ''}\n    ${head},"messages":[`;
    yield* writeMessages(runtime, thread.id);
    yield ']}';
  }
  yield '\n  ]\n}\n';
}

async function* writeMessages(runtime: Runtime, threadId: string): AsyncGenerator<string> {
  let comma = '';
  for await (const found of readMessages(runtime, threadId)) {
    const { pictures } = found;
    yield `${comma}\n      ${openJson(toFacts(found))},"pictures":[`;
    for (const [index, picture] of pictures.entries()) {
      if (index > 0) yield ',';
      yield* writePicture(runtime, threadId, picture);
    }
    yield ']}';
    comma = ',';
  }
}

async function* writePicture(
  runtime: Runtime,
  threadId: string,
  picture: Attachment,
): AsyncGenerator<string> {
  const { state, reason } = picture;
  const facts: Omit<ExportedPicture, 'base64'> = { state, reason, contentType: 'image/webp' };
  yield `${openJson(facts)},"base64":`;
  const parts = await readBase64(runtime, threadId, picture);
  if (!parts) return yield 'null}';
  yield '"';
  yield* parts;
  yield '"}';
}

/** For more to follow. */
const openJson = (facts: object) => JSON.stringify(facts).slice(0, -1);

function toFacts({ message, quotes }: FoundMessage): Omit<ExportedMessage, 'pictures'> {
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
    quotes,
    gatewayMessageId,
    replyToId,
    delivery: deliveryState,
    deliveryReason: deliveryReason && withoutDetail(deliveryReason),
  };
}

/** What is stored about a person, without the conversations. */
export async function readFacts(db: Runtime['db'], user: UserRow, now: Date): Promise<Facts> {
  const facts = await readPage(() => readMuch(db, (tx) => readAccountRows(tx, user)));
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
