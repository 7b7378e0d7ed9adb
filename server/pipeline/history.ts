import type { Turn } from '#server/ai/model.ts';
import type { Database } from '#server/db/client.ts';
import { type MessageRow, recentTurns } from '#server/messages/inbound-store.ts';

/** Rules: the latest messages that fit 60 % of a 16 k-token window, at about four characters a token. */
const budgetCharacters = 16_000 * 0.6 * 4;
/** More messages than this never fit, at the length people text. */
const mostMessages = 200;

/** What was said so far, oldest first and ending with the message to answer; dropped in whole turns. */
export async function historyOf(db: Database, message: MessageRow): Promise<Turn['messages']> {
  const rows = await recentTurns(db, message, mostMessages);
  return latestThatFit(turnsOf(rows.filter(({ id }) => id !== message.id)), message.body);
}

/**
 * The latest turns that fit the window, whole and oldest first, with the question behind them.
 * @param turns newest first.
 */
export function latestThatFit(turns: Turn['messages'][], question: string): Turn['messages'] {
  const kept: Turn['messages'][] = [];
  let left = budgetCharacters - question.length;
  for (const turn of turns) {
    left -= turn.reduce((length, { content }) => length + content.length, 0);
    if (left < 0) break;
    kept.push(turn);
  }
  return [...kept.reverse().flat(), { role: 'user', content: question }];
}

type Row = Awaited<ReturnType<typeof recentTurns>>[number];

/**
 * Question and answer together, newest first. A reply is stored after the messages that arrived while
 * it was written; here it stands behind the message it answers.
 */
function turnsOf(rows: Row[]): Turn['messages'][] {
  const replies = new Map<string, Row[]>();
  const ownTurns: Row[] = [];
  for (const row of rows) {
    if (row.direction === 'outbound' && row.replyToId) {
      replies.set(row.replyToId, [row, ...(replies.get(row.replyToId) ?? [])]);
    } else {
      ownTurns.push(row);
    }
  }
  return ownTurns.map((row) => [
    {
      role: row.direction === 'inbound' ? ('user' as const) : ('assistant' as const),
      content: row.body,
    },
    ...(replies.get(row.id) ?? []).map(({ body }) => ({
      role: 'assistant' as const,
      content: body,
    })),
  ]);
}
