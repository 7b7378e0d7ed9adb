import type { Database } from './db/client.ts';
import {
  connections,
  creditEntries,
  experts,
  messages,
  providers,
  threads,
  users,
} from './db/schema.ts';
import type { Runtime } from './runtime.ts';
import { sealSecret } from './secrets.ts';

const key = 'sk-sandbox';
const minutes = 60_000;

const ada = {
  handle: 'ada',
  displayName: 'Ada',
  tagline: 'Numbers, gently',
  description: 'Maths for school, money and work, one step at a time.',
  imageUrl: '/sandbox/faces/ada.svg',
  phoneNumber: '+12025550100',
  systemPrompt:
    'You are Ada, a patient maths tutor. You explain maths for school, money and work, one step at a time. You answer in two or three short sentences that fit a text message, and end with a small next step.',
};
const sol = {
  handle: 'sol',
  displayName: 'Sol',
  tagline: 'Kitchen science',
  description: 'What to cook, what to keep, and why it works.',
  imageUrl: '/sandbox/faces/sol.svg',
  phoneNumber: '+12025550101',
  systemPrompt:
    'You are Sol, a cook who loves kitchen science. You say what to cook, what to keep and why it works. You answer in two or three short sentences that fit a text message.',
};

const talk: [question: string, answer: string][] = [
  [
    'Hi Ada, my daughter has a test on Friday. Where do we start?',
    'Hello! Tell me the last thing that felt easy, and the first that did not. We start between the two.',
  ],
  [
    'Adding numbers is fine. 1/2 + 1/3 is where she freezes',
    'Good, that is one idea: same-sized pieces. Cut both into sixths: 1/2 is 3/6, 1/3 is 2/6, so together 5/6.',
  ],
];

/** An AI provider, two experts, and Mia, whose phone is proved and who has begun to talk to Ada. */
export async function fillSandbox(
  tx: Database,
  runtime: Runtime,
  passwordHash: string,
): Promise<void> {
  const now = runtime.clock.now().getTime();
  const provider = await one(
    tx
      .insert(providers)
      .values({
        key: 'openai',
        displayName: 'Sandbox AI',
        config: { model: 'gpt-5' },
        apiKey: sealSecret(runtime.config.secretKey, key),
        apiKeyLast4: key.slice(-4),
      })
      .returning(),
  );
  const common = { channel: 'SMS', providerId: provider.id, status: 'ACTIVE' } as const;
  const expert = await one(
    tx
      .insert(experts)
      .values({ ...common, ...ada })
      .returning(),
  );
  await tx.insert(experts).values({ ...common, ...sol });
  const mia = await one(
    tx
      .insert(users)
      .values({
        email: 'mia@example.com',
        passwordHash,
        firstName: 'Mia',
        lastName: 'Chen',
        phoneNumber: '+12025550143',
        phoneProvedAt: new Date(now - 60 * minutes),
        paidMessages: 50,
        messageCount: talk.length,
      })
      .returning(),
  );
  await tx
    .insert(creditEntries)
    .values({ userId: mia.id, kind: 'grant', grantedDelta: 50, reason: 'Sandbox: 50 messages' });
  await addTalk(tx, { expertId: expert.id, user: mia, now });
}

type Talk = { expertId: string; user: typeof users.$inferSelect; now: number };

async function addTalk(tx: Database, { expertId, user, now }: Talk): Promise<void> {
  const handle = user.phoneNumber as string;
  const begun = new Date(now - 40 * minutes);
  await tx.insert(connections).values({
    userId: user.id,
    expertId,
    handle,
    state: 'active',
    activatedAt: begun,
  });
  const lastMessageAt = new Date(now - 10 * minutes);
  const thread = await one(
    tx
      .insert(threads)
      .values({
        expertId,
        handle,
        userId: user.id,
        title: 'Fractions, patiently',
        lastMessage: talk.at(-1)?.[1] ?? null,
        lastMessageAt,
        messageCount: talk.length * 2,
        createdAt: begun,
      })
      .returning(),
  );
  for (const [index, [question, answer]] of talk.entries()) {
    const askedAt = lastMessageAt.getTime() - (talk.length - 1 - index) * 15 * minutes;
    const asked = await one(
      tx
        .insert(messages)
        .values({
          threadId: thread.id,
          direction: 'inbound',
          origin: 'gateway',
          body: question,
          answerState: 'answered',
          createdAt: new Date(askedAt - 2_000),
        })
        .returning(),
    );
    await tx.insert(messages).values({
      threadId: thread.id,
      direction: 'outbound',
      origin: 'ai',
      deliveryState: 'delivered',
      body: answer,
      replyToId: asked.id,
      aiMeta: {
        provider: 'openai',
        processingTimeMs: 1_400,
        tokenUsage: { input: 96, output: 31 },
      },
      createdAt: new Date(askedAt),
    });
    await tx.insert(creditEntries).values({
      userId: user.id,
      kind: 'spend',
      usedDelta: 1,
      messageId: asked.id,
      reason: 'Reply',
    });
  }
}

async function one<Row>(rows: Promise<Row[]>): Promise<Row> {
  const [row] = await rows;
  return row as Row;
}
