export type Subject = {
  /** Its display name. */
  expert: string;
  /** In a system prompt or a validator's rule. */
  called: RegExp;
  suggestions: string[];
  /** Keywords, each the beginning of a word. */
  answers: Record<string, [answer: string, more: string]>;
};
