import { z } from 'zod';

/** `age`: the person says they are too young for the service. */
const riskKinds = ['suicide', 'self-harm', 'danger', 'others', 'age'] as const;
export type RiskKind = (typeof riskKinds)[number];

export const firstReportYear = 2026;

/** In UTC. */
export const riskReportQuery = z.object({
  year: z.coerce
    .number('year must be a year such as 2026')
    .int('year must be a year such as 2026')
    .min(firstReportYear, `year must be ${firstReportYear} or later`)
    .max(9999, 'year must be a year such as 2026'),
});
