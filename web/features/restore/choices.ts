import type { Pause, RestoreChoices } from '#shared/api/restore.ts';
import { formatDateTime } from '#web/lib/format.ts';

export type Choice = {
  label: string;
  choices: RestoreChoices;
  question: { title: string; description: string };
};

export type ChoiceGroup = { name: string; words: string; chosen: string | null; offered: Choice[] };

const textsOf = (count: number) => (count === 1 ? '1 text' : `${count} texts`);
/** Those with something to decide; without any, one that only resumes. */
export function listChoices(pause: Pause): ChoiceGroup[] {
  const groups = [describeWaiting(pause), describeUnsent(pause)].filter((group) => group !== null);
  return groups.length > 0 ? groups : [resuming];
}

const resuming: ChoiceGroup = {
  name: 'Nothing waited',
  words: 'Nothing waited at the backup.',
  chosen: null,
  offered: [
    {
      label: 'Resume',
      choices: { waiting: 'answer', unsent: 'send' },
      question: {
        title: 'Resume?',
        description:
          'Texts are answered and sent again. Make sure that the lost installation is stopped.',
      },
    },
  ],
};

function describeWaiting(pause: Pause): ChoiceGroup | null {
  const { count, choice } = pause.waiting;
  if (count === 0) return null;
  const texts = textsOf(count);
  return {
    name: 'Not answered',
    words: `${texts} had no answer yet.`,
    chosen: choice === 'answer' ? 'They will be answered.' : null,
    offered: [
      {
        label: 'Answer them',
        choices: { waiting: 'answer' },
        question: {
          title: `Answer ${texts}?`,
          description: `For SMS the gateway is asked first, and a text that was answered after ${formatDateTime(pause.backedUpAt)} is left alone. On other channels the person may get a second answer.`,
        },
      },
      {
        label: 'Close them',
        choices: { waiting: 'close' },
        question: {
          title: `Close ${texts}?`,
          description:
            'They get no answer. A STOP still counts, and a crisis is shown. Each can be answered later in its conversation.',
        },
      },
    ],
  };
}

function describeUnsent(pause: Pause): ChoiceGroup | null {
  const { count, choice } = pause.unsent;
  if (count === 0) return null;
  const texts = textsOf(count);
  return {
    name: 'Not sent',
    words: `${texts} had not gone out yet.`,
    chosen: choice === 'send' ? 'They will be sent.' : null,
    offered: [
      {
        label: 'Send them',
        choices: { unsent: 'send' },
        question: {
          title: `Send ${texts}?`,
          description:
            'For SMS the gateway is asked first, so that none is sent twice. WhatsApp can not be asked: a text that it does not report counts as failed, and can be sent again in its conversation.',
        },
      },
      {
        label: 'Close them',
        choices: { unsent: 'close' },
        question: {
          title: `Close ${texts}?`,
          description:
            'They are not sent, and what people paid for them is given back. Each can be sent later in its conversation.',
        },
      },
    ],
  };
}
