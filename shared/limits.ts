export const passwordMinLength = 8;
export const passwordMaxLength = 100;
export const temperatureRange = { min: 0, max: 2, step: 0.1, initial: 0.7 } as const;
export const maxTokensDefault = 4096;
export const pageLimit = { initial: 50, max: 200 } as const;
/** Offered only below this many used messages. */
export const trialMessages = 5;
/** How many texts a person can have answered at once after a payment; more may be a loop. */
export const mostUnpaidTexts = 20;
/** Stored of an incoming text; the rest is dropped. */
export const inboundMaxBytes = 64 * 1024;
/** Characters of an incoming text that guards and models read. */
export const readMaxLength = 10_000;
/** In characters. Who sends a thought in parts sends short texts; a longer one is read by itself. */
export const partMaxLength = 80;
/** For an account without a paid plan. */
export const picturesPerDay = 20;
/** Twilio carries at most 1600 characters. */
export const threadMessageMaxLength = 1600;
/** Of a private note, in characters. */
export const noteMaxLength = 4000;
export const productName = 'Sagewire';
export const productTagline = 'Good answers, one text away.';
/** Whole days, today included. */
export const analyticsRanges = [7, 30, 90] as const;
/** The most conversations that one request changes. */
export const threadsAtOnce = 200;
/** How long a change of several conversations can be undone. */
export const undoMs = 10_000;
