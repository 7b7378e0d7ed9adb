export const passwordMinLength = 8;
export const passwordMaxLength = 100;
export const temperatureRange = { min: 0, max: 2, step: 0.1, initial: 0.7 } as const;
export const maxTokensDefault = 4096;
export const pageLimit = { initial: 50, max: 200 } as const;
/** Offered only below this many used messages. */
export const trialMessages = 5;
/** Texts that a person can have answered at once after a payment; more may be a loop. */
export const mostUnpaidTexts = 20;
/** Of a text that comes in: more is not stored. */
export const inboundMaxBytes = 64 * 1024;
/** What guards and models read of it. */
export const readMaxLength = 10_000;
/** Of an account without a paid plan. */
export const picturesPerDay = 20;
/** Twilio carries at most 1600 characters. */
export const threadMessageMaxLength = 1600;
/** Of a private note. */
export const noteMaxLength = 4000;
export const productName = 'Sagewire';
export const productTagline = 'Good answers, one text away.';
/** Whole days, today included. */
export const analyticsRanges = [7, 30, 90] as const;
/** Conversations that one request changes. */
export const threadsAtOnce = 200;
