import { type ChatMessage, ModelError, type ModelReply } from '#server/ai/model.ts';
import type { GivenRef, StoredEvidence, StoredRetry } from '#server/db/schema.ts';
import { checkEvidence, type Evidence } from '#server/experts/knowledge/evidence/check-evidence.ts';
import { readTrailer } from '#server/experts/knowledge/evidence/read-trailer.ts';
import { sayFault } from '#server/experts/knowledge/evidence/say-fault.ts';
import type { Given } from '#server/experts/knowledge/finding/piece.ts';
import type { Knowledge } from '#server/experts/knowledge/known.ts';
import type { Mark } from './mark-words.ts';
import { listAsked, splitQuestion } from './question.ts';
import { readMarks } from './read-marks.ts';

export type Asked = { result: ModelReply; ms: number };
/** Of what a search has found. */
const maxShown = 20;

/** `fault`: what was wrong with the answer before, for the instructions. */
type Ask = (fault: string | null) => Promise<Asked>;

/** `evidence` null where the expert has no sources, and for a marked answer, which is not sent. */
export type Checked = { text: string; mark: Mark | null; evidence: StoredEvidence | null };

/**
 * Asks the model, and once more where its answer does not carry the words that it leans on. Without sources it asks
 * once.
 * @throws {ModelError} of the first call.
 */
export async function askAndCheck(
  knowledge: Knowledge | null,
  messages: ChatMessage[],
  ask: Ask,
): Promise<Asked & Checked> {
  const first = await ask(null);
  const read = readReply(knowledge, messages, first);
  if (!mayAskAgain(knowledge, read)) return { ...first, ...finish(knowledge, read, null) };
  const second = await ask(sayFault(read.evidence.faults)).catch((error) => {
    if (error instanceof ModelError) return null;
    throw error;
  });
  const retry = { faults: read.evidence.faults.map(describeFault), isAnswered: second !== null };
  if (!second) return { ...first, ...finish(knowledge, read, retry) };
  const both = { result: addTokens(first, second), ms: first.ms + second.ms };
  return { ...both, ...finish(knowledge, readReply(knowledge, messages, second), retry) };
}

type Read = { text: string; mark: Mark | null; evidence: Evidence | null };

function readReply(knowledge: Knowledge | null, messages: ChatMessage[], { result }: Asked): Read {
  const asked = listAsked(messages);
  if (!knowledge) return { ...readMarks(result.text, asked), evidence: null };
  const { text: said, trailer } = readTrailer(result.text);
  const { text, mark } = readMarks(said, asked);
  if (mark) return { text, mark, evidence: null };
  const { given, siteHosts } = knowledge;
  const { question } = splitQuestion(messages);
  const evidence = checkEvidence({ text, trailer, given, question, siteHosts });
  return { text, mark, evidence };
}

function mayAskAgain(
  knowledge: Knowledge | null,
  read: Read,
): read is Read & { evidence: Evidence } {
  return knowledge?.mode !== 'free' && read.evidence?.outcome === 'unverified';
}

function finish(
  knowledge: Knowledge | null,
  { text, mark, evidence }: Read,
  retry: StoredRetry | null,
): Checked {
  if (!knowledge || !evidence) return { text, mark, evidence: null };
  const { outcome, quotes, faults } = evidence;
  const given = new Map(knowledge.given.map((piece) => [piece.number, piece]));
  return {
    text,
    mark,
    evidence: {
      outcome,
      quotes: quotes.map(({ number, sourceId, title, page, words, isQuotable }) => {
        const piece = given.get(number);
        const validFrom = piece?.validFrom ?? null;
        const { generation } = piece ?? {};
        return { sourceId, generation, title, page, words, validFrom, isQuotable };
      }),
      given: listBest(knowledge.given),
      givenCount: knowledge.given.length,
      faults: faults.map(describeFault),
      refused: null,
      retry,
    },
  };
}

function listBest(given: Given[]): GivenRef[] {
  return given
    .flatMap(({ sourceId, title, page, rank }) =>
      rank === null ? [] : [{ sourceId, title, page, rank }],
    )
    .sort((one, other) => one.rank - other.rank)
    .slice(0, maxShown);
}

/** For an admin. */
function describeFault(fault: Evidence['faults'][number]): string {
  switch (fault.kind) {
    case 'trailer_missing':
      return 'The answer named no source.';
    case 'trailer_broken':
      return 'What the answer said of its sources could not be read.';
    case 'number_unknown':
      return `It named a piece ${fault.number}, which it was not given.`;
    case 'quote_short':
      return `Its quote "${fault.words}" is too short.`;
    case 'quote_absent':
      return `Its quote "${fault.words}" does not stand in the source.`;
    case 'figure_unsupported':
      return `"${fault.said}" stands neither in its quotes nor in the question.`;
    case 'link_foreign':
      return `The link ${fault.said} stands in no source.`;
    case 'internal_quoted':
      return `It says words of an internal source: "${fault.said}".`;
    case 'talk_long':
      return 'It is too long for an answer that needs no source.';
  }
}

function addTokens({ result: one }: Asked, { result: other }: Asked): ModelReply {
  const add = (a: number | null, b: number | null) =>
    a === null && b === null ? null : (a ?? 0) + (b ?? 0);
  return {
    ...other,
    tokens: {
      input: add(one.tokens.input, other.tokens.input),
      output: add(one.tokens.output, other.tokens.output),
    },
  };
}
