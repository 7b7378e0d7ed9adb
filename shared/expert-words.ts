export const wordKeys = ['menu', 'balance', 'plans', 'who', 'human', 'forget'] as const;
export type WordKey = (typeof wordKeys)[number];

export const defaultWords: Record<WordKey, string> = {
  menu: 'MENU',
  balance: 'BALANCE',
  plans: 'PLANS',
  who: 'WHO',
  human: 'HUMAN',
  forget: 'FORGET ME',
};

export const wordMeanings: Record<WordKey, string> = {
  menu: 'What you can text',
  balance: 'How many messages are left',
  plans: 'The plans, as a link',
  who: 'Who answers, and whose AI it is',
  human: 'A person instead of the AI',
  forget: 'Delete everything, once confirmed',
};

export type ExpertWords = Partial<Record<WordKey, string | null>>;

/** In the order of the menu. */
export function listWords(words: ExpertWords): Partial<Record<WordKey, string>> {
  return Object.fromEntries(
    wordKeys.flatMap((key) => {
      const word = words[key] === undefined ? defaultWords[key] : words[key];
      return word === null ? [] : [[key, word]];
    }),
  );
}
