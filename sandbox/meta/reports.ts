import type { SandboxContext } from '../context.ts';
import type { Text, TextStatus } from '../texts.ts';
import type { MetaApp } from './app.ts';
import { createReportError } from './errors.ts';
import { describePerson, timestamp } from './people.ts';
import { notify } from './webhook.ts';

/** In natural delays. */
const sentAfter = 1;
const deliveredAfter = 3;

export type AcceptedText = { text: Text; senderId: string; callbackData: string | null };
/** An error code: accepted, then failed. */
export type Outcome = 'delivered' | 'shuffled' | 131026 | 131000;

export type Reports = ReturnType<typeof createReports>;

export function createReports(context: SandboxContext, app: MetaApp, webhookUrl: () => string) {
  const { texts, scheduler } = context;
  /** By sid. */
  const accepted = new Map<string, AcceptedText>();

  const sendReport = async (
    sid: string,
    status: TextStatus,
    errorCode: FailedWith | null = null,
  ): Promise<void> => {
    const known = accepted.get(sid);
    if (!known) return;
    const { text, senderId, callbackData } = known;
    texts.update(text, { status, errorCode });
    await notify(context, app, {
      url: webhookUrl(),
      kind: 'status',
      title: `Status: ${status}`,
      person: text.person,
      number: text.number,
      senderId,
      value: {
        statuses: [
          {
            id: text.sid,
            status,
            timestamp: timestamp(),
            ...describePerson(text.person).recipient,
            ...(callbackData !== null && { biz_opaque_callback_data: callbackData }),
            ...(errorCode
              ? { errors: [createReportError(errorCode)] }
              : {
                  pricing: {
                    billable: true,
                    pricing_model: 'PMP',
                    category: 'service',
                    type: 'regular',
                  },
                }),
          },
        ],
      },
    });
  };

  return {
    report(text: AcceptedText, outcome: Outcome): void {
      accepted.set(text.text.sid, text);
      scheduler.run(async () => {
        for (const [status, delays, errorCode] of listSteps(outcome)) {
          await scheduler.wait(delays);
          await sendReport(text.text.sid, status, errorCode);
        }
      });
    },
    markAllRead({ person, number }: Pick<Text, 'person' | 'number'>): void {
      const unread = texts.outbox.filter(
        (text) =>
          text.channel === 'WHATSAPP' &&
          text.person === person &&
          text.number === number &&
          text.status === 'delivered',
      );
      for (const { sid } of unread) scheduler.run(() => sendReport(sid, 'read'));
    },
  };
}

type FailedWith = Extract<Outcome, number>;
type Step = [status: TextStatus, delays: number, errorCode?: FailedWith];

function listSteps(outcome: Outcome): Step[] {
  const sent: Step = ['sent', sentAfter];
  const delivered: Step = ['delivered', deliveredAfter];
  if (outcome === 'delivered') return [sent, delivered];
  // Meta promises no order.
  if (outcome === 'shuffled') return [['read', sentAfter], ['sent', 0], delivered];
  return [sent, ['failed', deliveredAfter, outcome]];
}
