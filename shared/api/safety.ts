import { z } from 'zod';

/** `age`: the person says they are too young for the service. */
const riskKinds = ['suicide', 'self-harm', 'danger', 'others', 'age'] as const;
export type RiskKind = (typeof riskKinds)[number];

/** Certain is what a rule names or a moderation flags; possible is what signs and weights only suggest. */
export type CrisisLevel = 'certain' | 'possible';
/** `handled`: the team returned or resolved the conversation. The others: it was no crisis, and who said so. */
export type RiskSettlement = 'handled' | 'false-by-person' | 'false-by-team';

export const firstReportYear = 2026;
/** Of this century, as all days. */
const lastReportYear = 2099;

/** In UTC. */
export const riskReportQuery = z.object({
  year: z.coerce
    .number('year must be a year such as 2026')
    .int('year must be a year such as 2026')
    .min(firstReportYear, `year must be ${firstReportYear} or later`)
    .max(lastReportYear, 'year must be a year such as 2026'),
});
