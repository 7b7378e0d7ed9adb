import { composeAnswer } from '#sandbox/answers/compose-answer.ts';
import { checkEvidence } from '#server/experts/knowledge/evidence/check-evidence.ts';
import type { GivenPiece } from '#server/experts/knowledge/evidence/given-piece.ts';
import { readTrailer } from '#server/experts/knowledge/evidence/read-trailer.ts';
import { writeKnowledgePrompt } from '#server/experts/knowledge/evidence/write-knowledge-prompt.ts';
import type { Result } from '../statistics.ts';
import { bakery } from './questions/bakery.ts';
import { bicycles } from './questions/bicycles.ts';
import { listPieces, type Questions } from './questions/list-pieces.ts';

const sets: { name: string; questions: Questions; promise: { right: number; refused: number } }[] =
  [
    { name: 'handbook', questions: bakery, promise: { right: 14, refused: 11 } },
    { name: 'twin', questions: bicycles, promise: { right: 12, refused: 10 } },
  ];

export function benchStandIn(): Result[] {
  return sets.flatMap(({ name, questions, promise }) => measure(name, questions, promise));
}

function measure(
  name: string,
  { title, text, there, missing }: Questions,
  promise: { right: number; refused: number },
): Result[] {
  const given = listPieces({ title, text });
  const right = there.filter(([question = '', words = '']) => isRight(given, question, words));
  const refused = missing.filter((question) => ask(given, question).outcome === 'no_answer');
  tell(
    name,
    'wrong',
    there.map(([question = '']) => question),
    right.map(([one = '']) => one),
  );
  tell(name, 'not refused', missing, refused);
  const bench = `stand-in, ${name}`;
  const row = (what: string, of: number, value: number, least: number) => ({
    bench,
    measure: `${what} of ${of} questions`,
    value,
    unit: 'questions',
    promise: `≥ ${least}`,
  });
  return [
    row('right', there.length, right.length, promise.right),
    row('refused', missing.length, refused.length, promise.refused),
  ];
}

function ask(given: GivenPiece[], question: string) {
  const system = writeKnowledgePrompt(given, { mode: 'strict', revision: 'bench:1' });
  const turns = [{ role: 'user' as const, text: question }];
  const reply = readTrailer(composeAnswer({ system, turns }));
  return { text: reply.text, ...checkEvidence({ ...reply, given, question, siteHosts: [] }) };
}

function isRight(given: GivenPiece[], question: string, words: string): boolean {
  const { outcome, text } = ask(given, question);
  return outcome === 'supported' && text.includes(words);
}

function tell(name: string, what: string, all: string[], good: string[]): void {
  const bad = all.filter((question) => !good.includes(question));
  if (bad.length > 0) console.log(`${name}, ${what}: ${bad.join(' · ')}`);
}
