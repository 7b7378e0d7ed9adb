export const sendFailures = {
  '410': 'The conversation is closed (410)',
  '429': 'Too many requests (429)',
  '500': 'Gateway error (500)',
  '503': 'Gateway busy (503)',
  timeout: 'No answer, but the text was taken',
  slow: 'Answers after 5 seconds',
} as const;

export type SendFailure = keyof typeof sendFailures;
