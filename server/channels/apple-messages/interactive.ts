import { z } from 'zod';

const titled = z.object({ title: z.string().min(1) });
const items = z.array(titled.extend({ identifier: z.unknown().optional() })).catch([]);

/** What somebody chose of a list or of quick replies, however large it was (Apple docs: type interactive). */
const shape = z.object({
  title: z.string().catch(''),
  data: z
    .object({
      'quick-reply': z.object({ selectedIdentifier: z.string(), items }).nullable().catch(null),
      listPicker: z
        .object({ sections: z.array(z.object({ items })).catch([]) })
        .nullable()
        .catch(null),
      replyMessage: titled.nullable().catch(null),
    })
    .catch({ 'quick-reply': null, listPicker: null, replyMessage: null }),
  replyMessage: titled.nullable().catch(null),
});

/** The words on what was chosen, or '' where they are not to be had. */
export function chosenWords(interactive: unknown): string {
  const parsed = shape.safeParse(interactive);
  if (!parsed.success) return '';
  const { title, data, replyMessage } = parsed.data;
  const quick = data['quick-reply'];
  const chosen = quick
    ? quick.items.filter(({ identifier }) => identifier === quick.selectedIdentifier)
    : (data.listPicker?.sections.flatMap((section) => section.items) ?? []);
  if (chosen.length > 0) return chosen.map((item) => item.title).join(', ');
  return (replyMessage ?? data.replyMessage)?.title ?? title;
}
