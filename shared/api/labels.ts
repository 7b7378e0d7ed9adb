import { z } from 'zod';
import { requiredText } from './common.ts';
import { threadChoice, withOneChoice } from './thread-filters.ts';

const labelHues = ['gray', 'red', 'orange', 'green', 'teal', 'blue', 'violet', 'pink'] as const;

export const label = z.object({ id: z.uuid(), name: z.string(), hue: z.enum(labelHues) });

export const labelRequest = z.object({
  name: requiredText('Name', 40),
  hue: z.enum(labelHues, `hue must be one of ${labelHues.join(', ')}`),
});
/** A colleague's change of the other fields stays. */
export const labelChange = labelRequest.partial();
/** Sorted by name. */
export const labelsReply = z.object({ labels: z.array(label.extend({ threads: z.number() })) });
export const oneLabelReply = z.object({ label });

export const labelThreadsRequest = withOneChoice(
  threadChoice.extend({ isOn: z.boolean('isOn must be true or false') }),
);
export const labelThreadsReply = z.object({ threadIds: z.array(z.uuid()) });

export type Label = z.infer<typeof label>;
export type CountedLabel = z.infer<typeof labelsReply>['labels'][number];
export type LabelHue = (typeof labelHues)[number];
export type LabelRequest = z.output<typeof labelRequest>;
export type LabelChange = z.output<typeof labelChange>;
export type LabelThreadsRequest = z.output<typeof labelThreadsRequest>;
export type LabelThreadsInput = z.input<typeof labelThreadsRequest>;
