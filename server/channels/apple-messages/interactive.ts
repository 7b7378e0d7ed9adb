import { z } from 'zod';

const withTitle = z.object({ title: z.string().min(1) });
const items = z.array(withTitle.extend({ identifier: z.unknown().optional() })).catch([]);

/** Apple docs: type interactive. */
const shape = z.object({
  title: z.string().catch(''),
  data: z
    .object({
      'quick-reply': z.object({ selectedIdentifier: z.string(), items }).nullable().catch(null),
      listPicker: z
        .object({ sections: z.array(z.object({ items })).catch([]) })
        .nullable()
        .catch(null),
      replyMessage: withTitle.nullable().catch(null),
    })
    .catch({ 'quick-reply': null, listPicker: null, replyMessage: null }),
  replyMessage: withTitle.nullable().catch(null),
});

export function readChoice(interactive: unknown): string {
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
