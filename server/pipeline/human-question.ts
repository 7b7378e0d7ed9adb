import { readMaxLength } from '#shared/limits.ts';
import { bareQuestion, besideQuestion, question } from './human-question-forms.ts';
import { toWords } from './to-words.ts';

/** A longer text asks something else, too. */
const longestQuestion = 200;
const sentenceEnd = /[.!?…,;:](?=\s)|[？！。¿¡]|\n/u;
/** "What is 2 + 2 and are you human?" */
const nextClause =
  /\s(?:and|but|y|pero)\s(?=(?:are|r|is|am|did|was|do|what|how|who|why|when|where|can|could|eres|hablo|estoy|cuanto|que)\s)/iu;

/**
 * Whether the whole text asks it. A longer text needs the model: people ask "is it a person?" in games.
 * @param name the expert's.
 */
export function asksIfHuman(body: string, name: string): boolean {
  if (body.length > longestQuestion) return false;
  if (isQuestion(body, name)) return true;
  if (/[?？]\s*$/u.test(body) && readWays(body, name).some((words) => bareQuestion.test(words))) {
    return true;
  }
  const sentences = splitSentences(body);
  const others = sentences.filter((sentence) => !isQuestion(sentence, name));
  return (
    others.length < sentences.length &&
    others.every((other) => readWays(other, name).some((words) => besideQuestion.test(words)))
  );
}

/** One sentence of a longer text is enough. */
export function alsoAsksIfHuman(body: string, name: string): boolean {
  if (asksIfHuman(body, name)) return true;
  const sentences = splitSentences(body.slice(0, readMaxLength));
  const clauses = sentences.flatMap((sentence) => [sentence, ...sentence.split(nextClause)]);
  return [...new Set(clauses)].some((clause) => isQuestion(clause, name));
}

function splitSentences(text: string): string[] {
  return text.split(sentenceEnd).filter((sentence) => /[\p{L}\p{N}]/u.test(sentence));
}

function isQuestion(sentence: string, name: string): boolean {
  if (sentence.length > longestQuestion) return false;
  return readWays(sentence, name).some((words) => question.test(words));
}

/** As typed, without the name ("Hi Ada, are you …"), and with "this" for it. */
function readWays(sentence: string, name: string): string[] {
  const typed = toWords(sentence);
  const own = toWords(name);
  const names = [own, own.split(' ')[0] ?? ''].filter((each) => each.length > 1);
  const ways = [typed, correctTypos(typed)].flatMap((words) => [
    words,
    ...names.flatMap((each) => ['', 'this'].map((as) => replaceWord(words, each, as))),
  ]);
  return [...new Set(ways)];
}

function replaceWord(words: string, word: string, replacement: string): string {
  return ` ${words} `
    .replaceAll(` ${word} `, ` ${replacement} `)
    .split(' ')
    .filter(Boolean)
    .join(' ');
}

const oftenMistyped = ['human', 'robot', 'person', 'machine', 'chatbot'];
const otherWords = ['humane', 'parson', 'robots', 'persons'];

function correctTypos(words: string): string {
  return words
    .split(' ')
    .map((word) => {
      const isKnown = word.length < 4 || otherWords.includes(word);
      return (!isKnown && oftenMistyped.find((known) => isOneTypoAway(word, known))) || word;
    })
    .join(' ');
}

/** One letter after the first is missing, extra or wrong, or two are swapped. */
function isOneTypoAway(word: string, known: string): boolean {
  if (word[0] !== known[0] || Math.abs(word.length - known.length) > 1) return false;
  let same = 1;
  while (same < word.length && word[same] === known[same]) same++;
  const [rest, knownRest] = [word.slice(same), known.slice(same)];
  const [first = '', second = ''] = rest;
  return (
    rest.slice(1) === knownRest ||
    rest === knownRest.slice(1) ||
    rest.slice(1) === knownRest.slice(1) ||
    second + first + rest.slice(2) === knownRest
  );
}
