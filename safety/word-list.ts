import type { RiskKind } from '#shared/api/safety.ts';
import type { Phrase, PhraseSets } from './match-phrases.ts';

/**
 * A regular expression over plain words: lower case, no accents or punctuation, one space between words, ` . ` between
 * sentences. `~` is up to three words of a sentence. Matches whole words, in linear time: nothing may repeat without a
 * bound.
 */
export type Pattern = string;

export type Rule = {
  /** Stored with events, so never renamed. */
  name: string;
  kind: RiskKind;
  patterns: Pattern[];
  /** A context in the same sentence cancels the rule. */
  unless?: string[];
};

/** Points add up: three are a crisis. */
export type Sign = {
  /** Stored with events, so never renamed. */
  name: string;
  kind: RiskKind;
  points: number;
  phrases: Phrase[];
  unless?: string[];
};

export type WordList = {
  /** Other spellings, short forms and slang, and what they mean. */
  spellings: Record<string, string>;
  /** Long words, recognized despite one typo. */
  oftenMisspelled: string[];
  /** Words that people write without spaces between, if one of them is telling. */
  runTogether?: { words: ReadonlySet<string>; telling: RegExp };
  /** Figures of speech that sound like a crisis; removed first. */
  idioms: Pattern[];
  /** Right before a match, they reverse it. */
  negations: Pattern[];
  contexts: Record<string, Pattern[]>;
  /** What means nothing else: these count whatever the other words weigh. */
  outright: Rule[];
  rules: Rule[];
  /** What is named in any grammar: counts where the weights of the other words agree. */
  names?: Rule[];
  signs: Sign[];
  phraseSets: PhraseSets;
  /** Right before a sign, they make it another person's. */
  otherSubjects: Pattern[];
  /** A context before these excuses nothing after them. */
  clauseStarts: string[];
};
