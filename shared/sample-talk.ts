/** Shown on the login page; the sandbox answers alike. */
export const sampleTalk = {
  question: 'Is it safe to freeze cooked rice?',
  answer: 'Yes, if it cools fast: spread it flat, freeze within the hour, eat within a month.',
};
