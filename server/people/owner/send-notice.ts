import { channelFor, countSegments } from '#server/channels/index.ts';
import type { Database } from '#server/db/client.ts';
import { lockThreadsOf } from '#server/db/locks.ts';
import type { ExpertRow, OwnerNoticeRow, OwnerRoute, ThreadRow } from '#server/db/schema.ts';
import { transact } from '#server/db/transact.ts';
import { findExpert } from '#server/experts/store.ts';
import type { LeasedJob } from '#server/jobs/jobs.ts';
import { mayTextNotice } from '#server/messages/limits-store.ts';
import { findObstacleNow } from '#server/messages/obstacles.ts';
import { storeOutbound } from '#server/messages/outbound-store.ts';
import type { Runtime } from '#server/runtime.ts';
import { dayMs, minuteMs } from '#shared/time.ts';
import { countMail } from '../connections/mail-limits-store.ts';
import { ensurePhoneThread } from '../connections/phone-threads-store.ts';
import { makeOwnerToken } from './owner-links-store.ts';
import { endNotice, lockNotice } from './owner-notices-store.ts';
import { writeOwnerMail, writeOwnerText } from './owner-words.ts';
import { hasLink } from './tell-owner.ts';

const giveUpMs = 3 * dayMs;
const firstWaitMs = 5_000;
const maxWaitMs = 15 * minuteMs;
const job = 'tell-owner';

const maxDoublings = 10;
const dots = '••••••';

type TextRoute = Extract<OwnerRoute, { by: 'text' }>;
type Mail = { id: string; to: string; subject: string; text: string };

type Told = { mail?: Mail; thread?: Pick<ThreadRow, 'id' | 'userId'> };

/**
 * Tells an owner once. A text and the end of its notice commit together. A mail is sent again only if its acceptance was
 * not recorded, with the same words, link and Message-ID.
 */
export async function sendNotice(runtime: Runtime, leased: LeasedJob): Promise<void> {
  const { db, queue, changes } = runtime;
  const { mail, thread } = await transact(db, (tx) => takeNotice(runtime, tx, leased));
  if (thread) {
    queue.wakeWorkers('deliver-reply');
    changes.publish({ type: 'thread', threadId: thread.id, userId: thread.userId });
  }
  if (mail) await sendMail(runtime, leased, mail);
}

async function sendMail(
  { db, queue, mail: mailer }: Runtime,
  leased: LeasedJob,
  mail: Mail,
): Promise<void> {
  const isSent = await mailer?.send(mail).then(
    () => true,
    () => false, // the mailer has logged it
  );
  await transact(db, async (tx) => {
    if (isSent) await endNotice(tx, leased.threadId);
    await queue.complete(tx, job, leased);
    if (!isSent) await queue.enqueue(tx, job, [toNextTry(leased)]);
  });
}

function toNextTry({ threadId, attempts }: LeasedJob) {
  const delayMs = Math.min(maxWaitMs, firstWaitMs * 2 ** Math.min(attempts, maxDoublings));
  return { threadId, attempts, delayMs };
}

/** Stores the text and ends the job, or returns the mail to send. */
async function takeNotice(runtime: Runtime, tx: Database, leased: LeasedJob): Promise<Told> {
  const notice = await lockNotice(tx, leased.threadId);
  const told = notice ? await tell(runtime, tx, notice, leased) : {};
  if (told.mail) return told;
  if (notice) await endNotice(tx, notice.id);
  await runtime.queue.complete(tx, job, leased);
  return told;
}

async function tell(
  runtime: Runtime,
  tx: Database,
  notice: OwnerNoticeRow & { route: OwnerRoute },
  { attempts }: LeasedJob,
): Promise<Told> {
  const { route, event, createdAt } = notice;
  const now = runtime.clock.now();
  if (now.getTime() - createdAt.getTime() > giveUpMs) return {};
  const words = toWords(runtime, notice);
  if (route.by === 'text') {
    const thread = await storeText(runtime, tx, { notice, route, words, now });
    return thread ? { thread } : {};
  }
  const to = route.email;
  const kind = event.kind === 'device-waits' ? 'mail-device' : 'mail-owner';
  const counted = { kind, to, userId: notice.userId, address: null } as const;
  if (attempts === 1 && (await countMail(runtime, tx, counted))) return {};
  return { mail: { to, id: notice.id, ...writeOwnerMail(words) } };
}

function toWords({ config, secrets }: Runtime, { id, event }: OwnerNoticeRow) {
  const { publicUrl } = config;
  const page = event.kind === 'device-waits' ? 'device' : 'lock';
  // In the fragment, which no server or proxy logs.
  const toLink = (token: string) => (hasLink(event) ? `${publicUrl}/${page}#${token}` : null);
  const link = toLink(makeOwnerToken(secrets, id));
  // No address: a link of dots would lead nowhere.
  return { event, publicUrl, link, shownLink: link && dots };
}

type Text = {
  notice: OwnerNoticeRow;
  route: TextRoute;
  words: ReturnType<typeof toWords>;
  now: Date;
};

/** The thread shows dots: admins read it, and the link would lock the account. */
async function storeText(
  runtime: Runtime,
  tx: Database,
  { notice, route, words, now }: Text,
): Promise<ThreadRow | null> {
  const open = await findOpenThread(runtime, tx, { notice, route, now });
  if (!open || !(await mayTextNotice(tx, route.handle, now))) return null;
  const { thread, expert } = open;
  const body = writeOwnerText(words);
  await storeOutbound(tx, {
    threadId: thread.id,
    origin: 'system',
    body: writeOwnerText({ ...words, link: words.shownLink }),
    parts: [body],
    segments: countSegments(expert.channel, [body]),
    now,
    systemKind: 'notice',
  });
  await runtime.queue.enqueue(tx, 'deliver-reply', [{ threadId: thread.id }]);
  return thread;
}

/** The conversation may have moved to another number: the old one is told. */
async function findOpenThread(
  runtime: Runtime,
  tx: Database,
  { notice: { userId }, route: { handle, places }, now }: Omit<Text, 'words'>,
): Promise<{ thread: ThreadRow; expert: ExpertRow } | null> {
  for (const { threadId, expertId } of places) {
    const expert = await findExpert(tx, expertId);
    if (!expert || !channelFor(runtime.config, expert.channel)) continue;
    const own = (await lockThreadsOf(tx, handle)).find(({ id }) => id === threadId);
    const thread = own ?? (await ensurePhoneThread(tx, { userId, expertId, handle, now }));
    if (!(await findObstacleNow(runtime, tx, { expert, thread }))) return { thread, expert };
  }
  return null;
}
