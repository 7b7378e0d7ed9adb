export type Subject = {
  /** The demo expert's display name. */
  expert: string;
  /** What a system prompt or a validator's rule may call the subject. */
  called: RegExp;
  /** Quick texts on the sandbox phone. */
  suggestions: string[];
  /** Keywords, each the beginning of a word. */
  answers: Record<string, [answer: string, more: string]>;
};
