export const sendFailures = {
  '21610': 'Refused: opted out (21610)',
  '30003': 'Undelivered: unreachable (30003)',
  '429': 'Too many requests (429)',
  '500': 'Gateway error (500)',
  timeout: 'No answer, but the text was taken',
  slow: 'Answers after 5 seconds',
} as const;

export type SendFailure = keyof typeof sendFailures;
