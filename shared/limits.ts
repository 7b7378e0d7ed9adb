export const passwordMinLength = 8;
export const passwordMaxLength = 100;
export const temperatureRange = { min: 0, max: 2, step: 0.1, initial: 0.7 } as const;
export const maxTokensDefault = 4096;
export const pageLimit = { initial: 50, max: 200 } as const;
export const trialMessages = 5;
/** So long a changed number gets no codes for a new password: it may be a thief's. */
export const newNumberDays = 7;
/** How long a bank usually takes to pay (Stripe docs: ACH, Bacs and SEPA debits). */
export const bankPaymentDays = 5;
/** Texts answered at once after a payment; more may be a loop. */
export const maxUnpaidTexts = 20;
/** The rest of an incoming text is not stored. */
export const inboundMaxBytes = 64 * 1024;
/** Characters of an incoming text that guards and models read. */
export const readMaxLength = 10_000;
/** In characters. Only short texts are read as parts of one thought. */
export const partMaxLength = 80;
/** For an account without a paid plan. */
export const picturesPerDay = 20;
/** Twilio's limit. */
export const threadMessageMaxLength = 1600;
/** In characters. Longer than can be sent: it is cut down while writing. */
export const typedMaxLength = 4000;
/** In characters. */
export const noteMaxLength = 4000;
export const productName = 'Sagewire';
export const productTagline = 'Good answers, one text away.';
/** Whole days, today included. */
export const analyticsRanges = [7, 30, 90] as const;
export const threadsAtOnce = 200;
export const undoMs = 10_000;
/** After sign-up, for an account that proves nothing. */
export const unprovedDays = 30;
