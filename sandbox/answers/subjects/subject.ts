export type Subject = {
  /** The demo expert's display name. */
  expert: string;
  /** How a system prompt or a validator's rule names the field. */
  called: RegExp;
  /** Quick texts on the sandbox phone. */
  suggestions: string[];
  /** Keywords, each the beginning of a word. */
  answers: Record<string, [answer: string, more: string]>;
};
