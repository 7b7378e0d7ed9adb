/** Stored with the consent; new wording needs a new version: its date. */
export const smsAgreementVersion = '2026-11-26';

export const smsAgreementPoints = [
  'You get one reply per message you send.',
  'Besides the replies you get up to 5 system messages per month, such as confirmations and notices about your account.',
  'Message and data rates may apply. Your carrier sets them, and is not liable for delayed or undelivered messages.',
  'Reply STOP to any message to get no more texts from that expert, STOPALL to get none from any of ours, HELP for help.',
  'Consent is not a condition of purchase.',
] as const;
