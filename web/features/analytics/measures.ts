import type { Figures } from '#shared/api/analytics.ts';
import type { MessageKind } from '#shared/api/thread-filters.ts';
import {
  formatCompact,
  formatCount,
  formatDuration,
  formatExact,
  formatRoundDuration,
  formatShare,
} from '#web/lib/figures.ts';
import { roundUp, roundUpDuration } from './scale.ts';

type Unit = {
  write: (value: number) => string;
  writeExactly: (value: number) => string;
  axis: { roundUp: (max: number) => number; write: (value: number) => string };
  csv: { name: string; write: (value: number) => number };
};

const wholeAxis = { roundUp, write: formatCompact };
const plainCsv = { name: '', write: (value: number) => value };

const units = {
  count: { write: formatCount, writeExactly: formatExact, axis: wholeAxis, csv: plainCsv },
  tokens: { write: formatCompact, writeExactly: formatExact, axis: wholeAxis, csv: plainCsv },
  duration: {
    write: formatDuration,
    writeExactly: (ms) => `${formatExact(ms)} ms`,
    axis: { roundUp: roundUpDuration, write: formatRoundDuration },
    csv: { name: ' (ms)', write: Math.round },
  },
  share: {
    write: formatShare,
    writeExactly: (share) => `${Number((share * 100).toFixed(3))}%`,
    axis: { roundUp, write: formatShare },
    csv: { name: ' (0 to 1)', write: (share) => Number(share.toFixed(4)) },
  },
} satisfies Record<string, Unit>;

export type Measure = {
  label: string;
  unit: Unit;
  read: (figures: Figures) => number | null;
  kind: MessageKind;
};

export const measures = {
  messagesIn: {
    label: 'In',
    unit: units.count,
    read: ({ messagesIn }) => messagesIn,
    kind: 'in',
  },
  messagesOut: {
    label: 'Out',
    unit: units.count,
    read: ({ messagesOut }) => messagesOut,
    kind: 'out',
  },
  systemTexts: {
    label: 'Automatic texts',
    unit: units.count,
    read: ({ systemTexts }) => systemTexts,
    kind: 'system',
  },
  activePeople: {
    label: 'Active people',
    unit: units.count,
    read: ({ activePeople }) => activePeople,
    kind: 'in',
  },
  answered: {
    label: 'Answered',
    unit: units.count,
    read: ({ answered }) => answered,
    kind: 'answered',
  },
  answerTimeP50: {
    label: 'p50',
    unit: units.duration,
    read: ({ answerTimeMs }) => answerTimeMs?.p50 ?? null,
    kind: 'answered',
  },
  answerTimeP95: {
    label: 'p95',
    unit: units.duration,
    read: ({ answerTimeMs }) => answerTimeMs?.p95 ?? null,
    kind: 'answered',
  },
  delivered: {
    label: 'Delivered',
    unit: units.count,
    read: ({ delivered }) => delivered,
    kind: 'delivered',
  },
  failed: {
    label: 'Failed',
    unit: units.count,
    read: ({ failed }) => failed,
    kind: 'failed',
  },
  deliveryRate: {
    label: 'Delivery rate',
    unit: units.share,
    read: ({ deliveryRate }) => deliveryRate,
    kind: 'settled',
  },
  validated: {
    label: 'Checked',
    unit: units.count,
    read: ({ validated }) => validated,
    kind: 'validated',
  },
  rejected: {
    label: 'Rejected',
    unit: units.count,
    read: ({ rejected }) => rejected,
    kind: 'rejected',
  },
  rejectionRate: {
    label: 'Rejection rate',
    unit: units.share,
    read: ({ rejectionRate }) => rejectionRate,
    kind: 'validated',
  },
  tokensIn: {
    label: 'Tokens in',
    unit: units.tokens,
    read: ({ tokens }) => tokens.input,
    kind: 'ai',
  },
  tokensOut: {
    label: 'Tokens out',
    unit: units.tokens,
    read: ({ tokens }) => tokens.output,
    kind: 'ai',
  },
  unreported: {
    label: 'Calls without a count',
    unit: units.count,
    read: ({ tokens }) => tokens.unreported,
    kind: 'unreported',
  },
} satisfies Record<string, Measure>;
