/** Limits and constants that browser and server must agree on. */

export const passwordMinLength = 8;
export const passwordMaxLength = 100;
export const temperatureRange = { min: 0, max: 2, step: 0.1, initial: 0.7 } as const;
export const maxTokensDefault = 4096;
export const pageLimit = { initial: 50, max: 200 } as const;
/** The trial is offered only while fewer messages than this were used. */
export const trialMessages = 5;
/** Longest text a person may write from the dashboard; Twilio carries at most 1600 characters. */
export const threadMessageMaxLength = 1600;
export const productName = 'Sagewire';
export const productTagline = 'Good answers, one text away.';
/** Whole days that analytics look back, today included. */
export const analyticsRanges = [7, 30, 90] as const;
