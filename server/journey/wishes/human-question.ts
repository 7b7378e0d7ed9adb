import { isOneTypoAway } from '#safety/one-typo.ts';
import { readMaxLength } from '#shared/limits.ts';
import { bareQuestion, besideQuestion, question } from './human-question-forms.ts';
import { toWords } from './to-words.ts';

/** A longer text asks something else, too. */
const maxQuestionLength = 200;
const sentenceEnd = /[.!?…,;:](?=\s)|[？！。¿¡]|\n/u;
/** "What is 2 + 2 and are you human?" */
const nextClause =
  /\s(?:and|but|y|pero)\s(?=(?:are|r|is|am|did|was|do|what|how|who|why|when|where|can|could|eres|hablo|estoy|cuanto|que)\s)/iu;

/**
 * Whether the whole text asks it. A longer text needs the model: people ask "is it a person?" in games.
 * @param name the expert's.
 */
export function asksIfHuman(body: string, name: string): boolean {
  return isAboutHuman(body, toNames(name));
}

/** One sentence of a longer text is enough. */
export function alsoAsksIfHuman(body: string, name: string): boolean {
  const names = toNames(name);
  if (isAboutHuman(body, names)) return true;
  const sentences = splitSentences(body.slice(0, readMaxLength));
  const clauses = sentences.flatMap((sentence) => [sentence, ...sentence.split(nextClause)]);
  return [...new Set(clauses)].some((clause) => isQuestion(clause, names));
}

function isAboutHuman(body: string, names: string[]): boolean {
  if (body.length > maxQuestionLength) return false;
  if (isQuestion(body, names)) return true;
  if (/[?？]\s*$/u.test(body) && readWays(body, names).some((words) => bareQuestion.test(words))) {
    return true;
  }
  const sentences = splitSentences(body);
  const others = sentences.filter((sentence) => !isQuestion(sentence, names));
  return (
    others.length < sentences.length &&
    others.every((other) => readWays(other, names).some((words) => besideQuestion.test(words)))
  );
}

/** Whole and first. */
function toNames(name: string): string[] {
  const own = toWords(name);
  return [own, own.split(' ')[0] ?? ''].filter((each) => each.length > 1);
}

function splitSentences(text: string): string[] {
  return text.split(sentenceEnd).filter((sentence) => /[\p{L}\p{N}]/u.test(sentence));
}

function isQuestion(sentence: string, names: string[]): boolean {
  if (sentence.length > maxQuestionLength) return false;
  return readWays(sentence, names).some((words) => question.test(words));
}

/** As typed, without the name ("Hi Ada, are you …"), and with "this" for it. */
function readWays(sentence: string, names: string[]): string[] {
  const typed = toWords(sentence);
  const ways = [typed, correctTypos(typed)].flatMap((words) => [
    words,
    ...names.flatMap((each) => ['', 'this'].map((as) => replaceWord(words, each, as))),
  ]);
  return [...new Set(ways)];
}

function replaceWord(words: string, word: string, replacement: string): string {
  const marked = ` ${words} `;
  if (!marked.includes(` ${word} `)) return words;
  return marked.replaceAll(` ${word} `, ` ${replacement} `).split(' ').filter(Boolean).join(' ');
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
