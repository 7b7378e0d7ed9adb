/**
 * Words to look for. `kill/hang` are alternatives, `to/-` is optional, `<death>` any phrase of that set, `-` up to four
 * words of the set `between`, `~` up to four words, `$` the end of a sentence or a word of the set `after`.
 */
export type Phrase = string;

export type PhraseSets = Record<string, Phrase[]>;

/** Indexes of the first word and of the word after the last. */
export type Place = { from: number; to: number };

type Step = (words: string[], at: number) => number[];
type Compiled<Sign> = { sign: Sign; steps: Step[] };

const maxBetween = 4;

const none: number[] = [];

/** Compares only phrases that begin with a word, so the time grows only with the text's length. */
export function compilePhrases<Sign extends { phrases: Phrase[] }>(
  signs: Sign[],
  sets: PhraseSets,
) {
  const byFirst = new Map<string, Compiled<Sign>[]>();
  const compileStep = createSteps(sets);
  for (const sign of signs) {
    for (const phrase of sign.phrases) {
      const compiled = { sign, steps: phrase.split(' ').map(compileStep) };
      for (const first of listFirstWords(phrase, sets)) {
        byFirst.set(first, [...(byFirst.get(first) ?? []), compiled]);
      }
    }
  }
  return function* find(words: string[]): Generator<Place & { sign: Sign }> {
    for (let from = 0; from < words.length; from++) {
      for (const { sign, steps } of byFirst.get(words[from] as string) ?? []) {
        const to = matchSteps(words, from, steps);
        if (to !== null) yield { sign, from, to };
      }
    }
  };
}

function matchSteps(words: string[], from: number, steps: Step[], nth = 0): number | null {
  const step = steps[nth];
  if (!step) return from;
  for (const to of step(words, from)) {
    const end = matchSteps(words, to, steps, nth + 1);
    if (end !== null) return end;
  }
  return null;
}

function createSteps(sets: PhraseSets): (part: string) => Step {
  const known = new Map<string, Step>();
  const compile = (part: string): Step => {
    if (part === '~') return between((word) => word !== '.');
    if (part === '-') return between(isIn(sets.between));
    if (part === '$') return atEnd(isIn(sets.after));
    const name = /^<(.+)>$/.exec(part)?.[1];
    return name === undefined
      ? oneOf(part.split('/'))
      : anyPhrase(phrasesOf(name, sets), sets, step);
  };
  const step = (part: string): Step => {
    const compiled = known.get(part) ?? compile(part);
    known.set(part, compiled);
    return compiled;
  };
  return step;
}

function phrasesOf(name: string, sets: PhraseSets): Phrase[] {
  const phrases = sets[name];
  if (!phrases) throw new Error(`There is no set of phrases named ${name}`);
  return phrases;
}

const isIn = (phrases: Phrase[] = []) => {
  const known = new Set(phrases);
  return (word: string) => known.has(word);
};

function oneOf(options: string[]): Step {
  const known = new Set(options);
  const isOptional = known.delete('-');
  return (words, at) => {
    if (known.has(words[at] as string)) return isOptional ? [at + 1, at] : [at + 1];
    return isOptional ? [at] : none;
  };
}

function between(fits: (word: string) => boolean): Step {
  return (words, at) => {
    const ends = [at];
    for (let to = at; to < at + maxBetween && to < words.length; to++) {
      if (!fits(words[to] as string)) break;
      ends.push(to + 1);
    }
    return ends;
  };
}

function atEnd(fits: (word: string) => boolean): Step {
  return (words, at) => {
    const word = words[at];
    return word === undefined || word === '.' || fits(word) ? [at] : [];
  };
}

function anyPhrase(phrases: Phrase[], sets: PhraseSets, step: (part: string) => Step): Step {
  const byFirst = new Map<string, Step[][]>();
  for (const phrase of phrases) {
    const steps = phrase.split(' ').map(step);
    for (const first of listFirstWords(phrase, sets)) {
      byFirst.set(first, [...(byFirst.get(first) ?? []), steps]);
    }
  }
  const find = (words: string[], at: number): number[] => {
    const all = byFirst.get(words[at] as string);
    if (!all) return none;
    return all.map((steps) => matchSteps(words, at, steps)).filter((end) => end !== null);
  };
  // Many phrases ask for the same set at the same word.
  let text: string[] | undefined;
  let known: number[][] = [];
  return (words, at) => {
    if (text !== words) {
      text = words;
      known = [];
    }
    known[at] ??= find(words, at);
    return known[at];
  };
}

/** A phrase begins with a word or a set. */
function listFirstWords(phrase: Phrase, sets: PhraseSets): string[] {
  const [part = ''] = phrase.split(' ');
  const name = /^<(.+)>$/.exec(part)?.[1];
  if (name === undefined) return part.split('/');
  return [...new Set(phrasesOf(name, sets).flatMap((other) => listFirstWords(other, sets)))];
}
