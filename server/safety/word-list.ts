import type { RiskKind } from '#shared/api/safety.ts';
import type { Phrase, PhraseSets } from './match-phrases.ts';

/**
 * A pattern is a regular expression over plain words: lower case, without accents and punctuation, one space between two
 * words, ` . ` between sentences. `~` stands for up to three words of the same sentence. It matches whole words, and takes
 * linear time: nothing in it repeats without a bound.
 */
export type Pattern = string;

export type Rule = {
  /** Stored with events, so never renamed. */
  name: string;
  kind: RiskKind;
  patterns: Pattern[];
  /** Contexts of the list. If one of them is in the same sentence, the rule does not count. */
  unless?: string[];
};

/** Points of signs add up: a text with three points is a crisis. */
export type Sign = {
  /** Stored with events, so never renamed. */
  name: string;
  kind: RiskKind;
  points: number;
  phrases: Phrase[];
  unless?: string[];
};

/** What a language's speakers say in a crisis, and what only sounds like it. */
export type WordList = {
  /** Other spellings, short forms and slang, and what they stand for. */
  spellings: Record<string, string>;
  /** Long words that are recognized despite one wrong, missing, extra or swapped letter. */
  oftenMisspelled: string[];
  /** Figures of speech that only sound like a crisis. They are removed first. */
  idioms: Pattern[];
  /** Words right before a match that turn it into its opposite. */
  negations: Pattern[];
  contexts: Record<string, Pattern[]>;
  /** Rules for what can't mean anything else: they count whatever the other words weigh. */
  outright: Rule[];
  rules: Rule[];
  signs: Sign[];
  phraseSets: PhraseSets;
  /** Words right before a sign that make it about another person. */
  otherSubjects: Pattern[];
  /** Words that begin a new thought. A context before them excuses nothing after them. */
  clauseStarts: string[];
};
