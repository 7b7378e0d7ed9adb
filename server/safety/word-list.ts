import type { RiskKind } from '#shared/api/safety.ts';
import type { Phrase, PhraseSets } from './match-phrases.ts';

/**
 * A pattern is a regular expression over plain words: lower case, without accents and punctuation, one space between two
 * words, ` . ` between sentences. `~` stands for up to three words of the same sentence. It matches whole words, and takes
 * linear time: nothing in it repeats without a bound.
 */
export type Pattern = string;

export type Rule = {
  /** Kept with the event, so never renamed. */
  name: string;
  kind: RiskKind;
  patterns: Pattern[];
  /** Contexts of the list: where one of them is in the same sentence, the rule does not count. */
  unless?: string[];
};

/** Signs of a crisis add up: with three points, the text of a person is one. */
export type Sign = {
  /** Kept with the event, so never renamed. */
  name: string;
  kind: RiskKind;
  points: number;
  phrases: Phrase[];
  unless?: string[];
};

/** What one language says in a crisis, and what sounds like it. */
export type WordList = {
  /** Other spellings, short forms and slang, and what they stand for. */
  spellings: Record<string, string>;
  /** Long words that one wrong, missing, extra or exchanged letter does not hide. */
  oftenMisspelled: string[];
  /** Ways of speaking that mean nothing of the kind. They are taken out first. */
  idioms: Pattern[];
  /** What right before a match says the opposite. */
  negations: Pattern[];
  contexts: Record<string, Pattern[]>;
  rules: Rule[];
  signs: Sign[];
  phraseSets: PhraseSets;
  /** What right before a sign says that it is about another person. */
  otherSubjects: Pattern[];
  /** Words that begin another thought, which no context of the one before excuses. */
  clauseStarts: string[];
};
