import type { AlertDeliveryRow, AlertRow } from '#server/db/schema.ts';
import type { AlertOccasion } from '#shared/api/alerts.ts';
import { productName } from '#shared/limits.ts';
import { formatTime } from './format.ts';
import { rules } from './rules.ts';

export type Alert = {
  occasion: AlertOccasion | 'test';
  title: string;
  detail: string;
  /** Of this word of it. */
  at: Date;
  beganAt: Date;
  endedAt: Date | null;
  /** With the site's address. */
  url: string;
};

const beginnings: Record<Alert['occasion'], string> = {
  began: 'Alert',
  repeated: 'Still',
  ended: 'Over',
  test: 'Test',
};

export function toAlert(
  { rule, beganAt, endedAt, link }: AlertRow,
  { occasion, detail, createdAt }: AlertDeliveryRow,
  publicUrl: string,
): Alert {
  const { title } = rules[rule];
  const end = occasion === 'ended' ? endedAt : null;
  return { occasion, title, detail, at: createdAt, beganAt, endedAt: end, url: publicUrl + link };
}

export function writeTest(publicUrl: string, now: Date): Alert {
  return {
    occasion: 'test',
    title: 'Alerts reach you',
    detail: 'An admin has sent this to see whether alerts arrive. Nothing is wrong.',
    at: now,
    beganAt: now,
    endedAt: null,
    url: `${publicUrl}/settings`,
  };
}

const writeTitle = ({ occasion, title }: Alert) => `${beginnings[occasion]}: ${title}`;

export function writeText(alert: Alert): string {
  const over = alert.endedAt ? ` Ended ${formatTime(alert.endedAt)}.` : '';
  return `${productName}. ${writeTitle(alert)}. ${alert.detail}${over} ${alert.url}`;
}

export function writeMail(alert: Alert): { subject: string; text: string } {
  const lines = [
    alert.detail,
    '',
    `Began: ${formatTime(alert.beganAt)}`,
    ...(alert.endedAt ? [`Ended: ${formatTime(alert.endedAt)}`] : []),
    alert.url,
    '',
    `You get this because an admin chose this address in ${productName}, under Settings > Alerts to the team.`,
  ];
  return { subject: `[${productName}] ${writeTitle(alert)}`, text: lines.join('\n') };
}
