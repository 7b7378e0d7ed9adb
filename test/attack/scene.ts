import { randomUUID } from 'node:crypto';
import { createApiToken } from '#server/access/api-tokens-store.ts';
import { createToken } from '#server/access/tokens-store.ts';
import { attachments, type ExpertRow, invitations, messages } from '#server/db/schema.ts';
import { insertCannedReply } from '#server/desk/canned-replies/store.ts';
import { insertLabel } from '#server/desk/labels/store.ts';
import { insertNote } from '#server/desk/notes/store.ts';
import { insertView } from '#server/desk/saved-views/store.ts';
import { storeEvidence } from '#server/experts/knowledge/evidence-store.ts';
import { insertSource } from '#server/experts/knowledge/sources-store.ts';
import { insertReceiver } from '#server/operations/alerts/receivers-store.ts';
import { saveImage } from '#server/outside/images/files.ts';
import { hashPassword } from '#server/people/passwords/passwords.ts';
import { listSessions } from '#server/people/sign-in/sessions-store.ts';
import { asAdmin, callAs } from '../api-client.ts';
import { buy } from '../checkout.ts';
import { aConnectedUser, anExpert, aPhone, aUser } from '../factories.ts';
import type { TestApp } from '../runtime.ts';

export type Things = Record<
  | 'thread'
  /** Even staff may only act for themselves here. */
  | 'ownThread'
  | 'message'
  | 'attachment'
  | 'note'
  | 'cannedReply'
  | 'label'
  /** A colleague's own. */
  | 'view'
  | 'receiver'
  | 'session'
  | 'phone'
  | 'payment'
  /** `purchaseOf` goes with its person's id. */
  | 'purchase'
  | 'purchaseOf'
  | 'person'
  /** Needed by nothing else. */
  | 'leaver'
  | 'colleague'
  | 'invitation'
  | 'expert'
  | 'version'
  | 'source'
  /** A message whose question is open. */
  | 'unanswered'
  | 'apiToken'
  | 'provider'
  | 'image',
  string
>;
export const peoplesPassword = 'Kestrel-7-harbor';
export type Scene = Awaited<ReturnType<typeof makeScene>>;

/** Two people with everything that people can have, an admin, and an admin with a second factor. */
export async function makeScene(test: TestApp) {
  const expert = await anExpert(test);
  const passwordHash = await hashPassword(peoplesPassword);
  const admin = await aUser(test, { role: 'ADMIN', passwordHash });
  const agent = await aUser(test, { role: 'AGENT', passwordHash });
  const careful = await aUser(test, { ...asAdmin, passwordHash, totpConfirmedAt: new Date() });
  const { db, clock } = test.runtime;
  const now = clock.now();
  const source = await insertSource(db, {
    ...{ expertId: expert.id, kind: 'pair', title: 'Hours', state: 'live' },
    contentType: 'text/plain',
  });
  const apiToken = await createApiToken(db, { name: 'Import', createdBy: admin.id, now });
  const url = await saveImage(test.runtime.files, Buffer.from('a picture'));
  const ours = {
    expert: expert.id,
    version: '1',
    source: source.id,
    apiToken: apiToken.row.id,
    provider: expert.providerId,
    image: url.split('/').at(-1) ?? '',
  };
  const user = await aPersonWithEverything(test, expert, passwordHash);
  const other = await aPersonWithEverything(test, expert, passwordHash);
  const unknown: Things = {
    thread: randomUUID(),
    ownThread: randomUUID(),
    message: randomUUID(),
    attachment: randomUUID(),
    note: randomUUID(),
    cannedReply: randomUUID(),
    label: randomUUID(),
    view: randomUUID(),
    receiver: randomUUID(),
    session: randomUUID(),
    phone: randomUUID(),
    payment: 'cs_test_unknown',
    purchase: randomUUID(),
    purchaseOf: randomUUID(),
    person: randomUUID(),
    leaver: randomUUID(),
    colleague: randomUUID(),
    invitation: randomUUID(),
    expert: randomUUID(),
    version: '999',
    source: randomUUID(),
    unanswered: randomUUID(),
    apiToken: randomUUID(),
    provider: randomUUID(),
    image: `${'0'.repeat(32)}.webp`,
  };
  return {
    expert,
    people: {
      user: user.id,
      other: other.id,
      agent: agent.id,
      admin: admin.id,
      careful: careful.id,
    },
    things: { user: { ...ours, ...user.things }, other: { ...ours, ...other.things }, unknown },
  };
}

async function aPersonWithEverything(test: TestApp, expert: ExpertRow, passwordHash: string) {
  const { db } = test.runtime;
  const { user, thread } = await aConnectedUser(test, expert, {
    passwordHash,
    pendingPhoneNumber: aPhone(),
  });
  const call = callAs(test, await aToken(test, user.id));
  const { session: payment } = await buy(test, call, 'payg');
  const [message] = await db
    .insert(messages)
    .values({
      threadId: thread.id,
      direction: 'inbound',
      origin: 'web',
      body: 'What is 2 + 2?',
      answerState: 'recorded',
    })
    .returning();
  const messageId = message?.id ?? '';
  await storeEvidence(
    db,
    { messageId, expertId: expert.id, openKey: messageId, now: new Date() },
    { outcome: 'no_answer', quotes: [], given: [], faults: [], refused: null },
  );
  const [attachment] = await db
    .insert(attachments)
    .values({
      messageId,
      position: 0,
      source: { url: null, id: 'a picture', contentType: 'image/png' },
      state: 'stored',
      picture: Buffer.from('a picture'),
    })
    .returning();
  const colleague = await aUser(test, { role: 'AGENT', phoneNumber: null });
  const [invitation] = await db
    .insert(invitations)
    .values({
      email: `invited by ${user.email}`,
      role: 'AGENT',
      hash: user.id,
      invitedBy: colleague.id,
    })
    .returning();
  const note = await insertNote(db, {
    threadId: thread.id,
    authorId: colleague.id,
    body: 'Likes sums',
    createdAt: new Date(),
  });
  const name = `Hours for ${user.email}`;
  const reply = await insertCannedReply(db, { name, text: 'At nine.', createdAt: new Date() });
  const filters = { state: 'failed' } as const;
  const ownerId = colleague.id;
  const receiver = await insertReceiver(db, {
    ...{ kind: 'mail' as const, name: 'Ops' },
    address: `ops-${randomUUID()}@example.com`,
  });
  const view = await insertView(db, { ownerId, name, filters, createdAt: new Date() });
  const hue = 'red' as const;
  const label = await insertLabel(db, { name, hue, createdAt: new Date() });
  const purchase = (await call('GET', '/api/subscription/history')).body.entries[0].id;
  const { phones } = (await call('GET', '/api/auth/phones')).body;
  const [session] = await listSessions(db, user.id, new Date());
  const things = {
    thread: thread.id,
    ownThread: thread.id,
    message: messageId,
    unanswered: messageId,
    attachment: attachment?.id ?? '',
    note,
    cannedReply: reply.id,
    label: label.id,
    view: view.id,
    receiver: receiver.id,
    session: session?.id ?? '',
    phone: phones[1].id,
    purchase,
    purchaseOf: purchase,
    payment: payment.id,
    person: user.id,
    leaver: (await aUser(test)).id,
    colleague: colleague.id,
    invitation: invitation?.id ?? '',
  };
  return { id: user.id, things };
}

export function aToken({ runtime: { db, clock } }: TestApp, userId: string): Promise<string> {
  return createToken(db, userId, clock.now());
}
