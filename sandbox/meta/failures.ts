export const sendFailures = {
  '131047': 'Refused: window closed (131047)',
  '131026': 'Undelivered: not on WhatsApp (131026)',
  '131000': 'Accepted, then failed for a moment (131000)',
  '130429': 'Too many texts (130429)',
  '131016': 'Down for a moment (131016)',
  '190': 'Refused: token expired (190)',
  '500': 'Gateway error without a word (500)',
  timeout: 'No answer, but the text was taken',
  slow: 'Answers after 5 seconds',
  shuffled: 'Reports in the wrong order',
} as const;

export type SendFailure = keyof typeof sendFailures;
