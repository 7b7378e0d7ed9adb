import { type Measure, measures } from './measures.ts';

/** Incoming, outgoing, failed, rejected. */
export type SeriesColor = 'theirs' | 'ours' | 'danger' | 'accent';
export type Series = { measure: Measure; label: string; color: SeriesColor };

export type Chart =
  | { form: 'bars'; up: Series[]; down: Series[] }
  | { form: 'lines'; lines: Series[] };

export type Section = {
  title: string;
  hint: string;
  chart: Chart;
  columns: Measure[];
};

const m = measures;

export const sections: Section[] = [
  {
    title: 'Messages',
    hint: 'What people wrote, and what was sent to them.',
    chart: {
      form: 'bars',
      up: [{ measure: m.messagesIn, label: 'In', color: 'theirs' }],
      down: [{ measure: m.messagesOut, label: 'Out', color: 'ours' }],
    },
    columns: [m.messagesIn, m.messagesOut, m.systemTexts],
  },
  {
    title: 'Active people',
    hint: 'Everyone who wrote at least once that day.',
    chart: {
      form: 'bars',
      up: [{ measure: m.activePeople, label: 'Active people', color: 'theirs' }],
      down: [],
    },
    columns: [m.activePeople],
  },
  {
    title: 'Answer time',
    hint: "From a message's arrival to its reply, including any wait.",
    chart: {
      form: 'lines',
      lines: [
        { measure: m.answerTimeP95, label: 'p95', color: 'theirs' },
        { measure: m.answerTimeP50, label: 'p50', color: 'ours' },
      ],
    },
    columns: [m.answerTimeP50, m.answerTimeP95, m.answered],
  },
  {
    title: 'Delivery',
    hint: 'Texts with a known outcome.',
    chart: {
      form: 'bars',
      up: [
        { measure: m.delivered, label: 'Delivered', color: 'ours' },
        { measure: m.failed, label: 'Failed', color: 'danger' },
      ],
      down: [],
    },
    columns: [m.delivered, m.failed, m.deliveryRate],
  },
  {
    title: 'Rejections',
    hint: 'Messages that a validator checked and rejected.',
    chart: {
      form: 'bars',
      up: [{ measure: m.rejected, label: 'Rejected', color: 'accent' }],
      down: [],
    },
    columns: [m.validated, m.rejected, m.rejectionRate],
  },
  {
    title: 'Tokens',
    hint: 'As counted by the models, for replies and checks.',
    chart: {
      form: 'bars',
      up: [{ measure: m.tokensIn, label: 'Tokens in', color: 'theirs' }],
      down: [{ measure: m.tokensOut, label: 'Tokens out', color: 'ours' }],
    },
    columns: [m.tokensIn, m.tokensOut, m.unreported],
  },
];

export const expertColumns: Measure[] = [
  m.messagesIn,
  m.messagesOut,
  m.activePeople,
  { ...m.answerTimeP50, label: 'Answer p50' },
  { ...m.answerTimeP95, label: 'Answer p95' },
  m.deliveryRate,
  m.failed,
  m.rejectionRate,
  m.rejected,
  m.tokensIn,
  m.tokensOut,
];
