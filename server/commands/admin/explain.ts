import type { Database } from '#server/db/client.ts';
import { readMuch } from '#server/db/read-much.ts';
import { explainPause, findPause } from '#server/jobs/paused-store.ts';
import { findByAnyId } from '#server/messages/ids-store.ts';
import { listNewestIn, listNewestOf, readWay } from '#server/messages/way-store.ts';
import { parsePhone } from '#shared/phone.ts';
import { type Command, UsageError } from './command.ts';
import { describeWay } from './describe-way.ts';

const maxTexts = 5;
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** As a trace carries a message's id. */
const bareUuid = /^([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})$/i;

/** Reads only. Times are UTC. */
export const explain: Command = async ({ db, subject: given = '' }) => {
  const subject = given.trim();
  const ways = await readMuch(db, async (tx) => {
    const found = [];
    for (const id of await findMessages(tx, subject)) found.push(await readWay(tx, id));
    return found.filter((way) => way !== null);
  });
  if (ways.length === 0) {
    throw new UsageError(
      `Nothing is known of ${subject}. Give the id of a message, thread, delivery or request, a gateway's id, or a phone number.`,
      'A text that should be here was deleted, or its webhook did not reach us: docs/how-to/find-out-why.md.',
    );
  }
  const lines = ways.flatMap((way, order) => [...(order > 0 ? [''] : []), ...describeWay(way)]);
  const pause = await findPause(db);
  return pause ? [...lines, `  now: ${explainPause(pause)}`] : lines;
};

async function findMessages(db: Database, subject: string): Promise<string[]> {
  // An erased conversation has an empty handle.
  if (subject === '') return [];
  const ids = [subject, ...(bareUuid.test(subject) ? [hyphenate(subject)] : [])];
  for (const id of ids) {
    const byId = await findByAnyId(db, id);
    if (byId.length > 0) return findQuestions(db, byId);
  }
  if (uuid.test(subject)) return (await listNewestIn(db, subject, maxTexts)).reverse();
  const handle = parsePhone(subject) ?? subject;
  return (await listNewestOf(db, handle, maxTexts)).reverse();
}

const hyphenate = (id: string) => id.replace(bareUuid, '$1-$2-$3-$4-$5');

/** An answer is told with its question. */
async function findQuestions(db: Database, ids: string[]): Promise<string[]> {
  const ways = await Promise.all(ids.map((id) => readWay(db, id)));
  return [
    ...new Set(ways.flatMap((way) => (way ? (way.message.reply_to_id ?? way.message.id) : []))),
  ];
}
