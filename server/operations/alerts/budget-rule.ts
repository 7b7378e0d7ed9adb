import type { Runtime } from '#server/runtime.ts';
import { countSharedToday, type SharedKind } from './facts-store.ts';
import type { Finding } from './finding.ts';

const warnAt = 0.8;

const whats: Record<SharedKind, string> = {
  text: 'texts to new phones',
  'mail-code': 'mails with a code for a new password',
  'mail-confirmation': 'mails that confirm a new email',
  'mail-notice': 'mails about a changed email',
  'mail-sign-up': 'mails with a code for sign-up',
};

/** SMS_DAILY_QUESTIONS limits each of them by itself. */
export async function findBudgets({ db, clock, config }: Runtime): Promise<Finding[]> {
  const { perDay } = config.questions;
  const counts = await countSharedToday(db, clock.now());
  return counts
    .filter(({ count }) => count >= warnAt * perDay)
    .map(({ kind, count }) => ({
      subject: kind,
      detail: `${count} of ${perDay} ${whats[kind]} in 24 hours (SMS_DAILY_QUESTIONS).`,
      link: '/analytics',
    }));
}
