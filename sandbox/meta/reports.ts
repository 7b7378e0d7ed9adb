import type { SandboxContext } from '../context.ts';
import type { Text, TextStatus } from '../texts.ts';
import type { MetaApp } from './app.ts';
import { reportedError } from './errors.ts';
import { namesOf, timestamp } from './people.ts';
import { notify } from './webhook.ts';

/** Natural delays until WhatsApp has taken a text, and from then until the phone has it. */
const sentAfter = 1;
const deliveredAfter = 3;

export type Taken = { text: Text; senderId: string; callbackData: string | null };
/** A code: taken, and then failed with it. */
export type Ending = 'delivered' | 'shuffled' | 131026 | 131000;

export type Reports = ReturnType<typeof createReports>;

/** How far our texts come, told to the one address that an app has. */
export function createReports(
  context: SandboxContext,
  app: MetaApp,
  /** Where the app is told. */
  webhookUrl: () => string,
) {
  const { texts, scheduler } = context;
  /** By sid: what a report names besides the text. */
  const taken = new Map<string, Taken>();

  const report = async (
    sid: string,
    status: TextStatus,
    errorCode: FailedWith | null = null,
  ): Promise<void> => {
    const known = taken.get(sid);
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
            ...namesOf(text.person).recipient,
            ...(callbackData !== null && { biz_opaque_callback_data: callbackData }),
            ...(errorCode
              ? { errors: [reportedError(errorCode)] }
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
    carry(text: Taken, ending: Ending): void {
      taken.set(text.text.sid, text);
      scheduler.run(async () => {
        for (const [status, delays, errorCode] of journeyOf(ending)) {
          await scheduler.wait(delays);
          await report(text.text.sid, status, errorCode);
        }
      });
    },
    /** The person looks at the thread: what has arrived there is read. */
    readAll({ person, number }: Pick<Text, 'person' | 'number'>): void {
      const unread = texts.outbox.filter(
        (text) =>
          text.channel === 'WHATSAPP' &&
          text.person === person &&
          text.number === number &&
          text.status === 'delivered',
      );
      for (const { sid } of unread) scheduler.run(() => report(sid, 'read'));
    },
  };
}

type FailedWith = Extract<Ending, number>;
type Step = [status: TextStatus, delays: number, errorCode?: FailedWith];

function journeyOf(ending: Ending): Step[] {
  const sent: Step = ['sent', sentAfter];
  const delivered: Step = ['delivered', deliveredAfter];
  if (ending === 'delivered') return [sent, delivered];
  // Meta promises no order.
  if (ending === 'shuffled') return [['read', sentAfter], ['sent', 0], delivered];
  return [sent, ['failed', deliveredAfter, ending]];
}
