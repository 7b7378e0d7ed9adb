import { type Measure, measures } from './measures.ts';

/** What a colour means: what people wrote, what went out, what went wrong, what was turned away. */
export type Tone = 'theirs' | 'ours' | 'danger' | 'accent';
export type Series = { measure: Measure; label: string; tone: Tone };

/** Bars stand on each other, some on the line and some hang from it; lines are apart. */
export type Chart =
  | { form: 'bars'; up: Series[]; down: Series[] }
  | { form: 'lines'; lines: Series[] };

/** One subject over the days: drawn, and as a table. */
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
    hint: 'What people wrote, and what went out to them.',
    chart: {
      form: 'bars',
      up: [{ measure: m.messagesIn, label: 'In', tone: 'theirs' }],
      down: [{ measure: m.messagesOut, label: 'Out', tone: 'ours' }],
    },
    columns: [m.messagesIn, m.messagesOut, m.systemTexts],
  },
  {
    title: 'Active people',
    hint: 'Everyone who wrote at least once that day.',
    chart: {
      form: 'bars',
      up: [{ measure: m.activePeople, label: 'Active people', tone: 'theirs' }],
      down: [],
    },
    columns: [m.activePeople],
  },
  {
    title: 'Answer time',
    hint: 'From a message’s arrival to its reply, waiting included.',
    chart: {
      form: 'lines',
      lines: [
        { measure: m.answerTimeP95, label: 'p95', tone: 'theirs' },
        { measure: m.answerTimeP50, label: 'p50', tone: 'ours' },
      ],
    },
    columns: [m.answerTimeP50, m.answerTimeP95, m.answered],
  },
  {
    title: 'Delivery',
    hint: 'Texts whose fate is known.',
    chart: {
      form: 'bars',
      up: [
        { measure: m.delivered, label: 'Delivered', tone: 'ours' },
        { measure: m.failed, label: 'Failed', tone: 'danger' },
      ],
      down: [],
    },
    columns: [m.delivered, m.failed, m.deliveryRate],
  },
  {
    title: 'Rejections',
    hint: 'Messages that a validator checked and turned away.',
    chart: {
      form: 'bars',
      up: [{ measure: m.rejected, label: 'Rejected', tone: 'accent' }],
      down: [],
    },
    columns: [m.judged, m.rejected, m.rejectionRate],
  },
  {
    title: 'Tokens',
    hint: 'As the models counted them, for replies and checks.',
    chart: {
      form: 'bars',
      up: [{ measure: m.tokensIn, label: 'Tokens in', tone: 'theirs' }],
      down: [{ measure: m.tokensOut, label: 'Tokens out', tone: 'ours' }],
    },
    columns: [m.tokensIn, m.tokensOut, m.unreported],
  },
];

/** What is told of each expert. */
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
