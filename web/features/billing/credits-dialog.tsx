import { zodResolver } from '@hookform/resolvers/zod';
import { useId } from 'react';
import { z } from 'zod';
import { adjustCreditsRequest } from '#shared/api/billing.ts';
import { Button } from '#web/components/ui/button.tsx';
import { Dialog, DialogClose, DialogContent } from '#web/components/ui/dialog.tsx';
import { Field } from '#web/components/ui/field.tsx';
import { Input } from '#web/components/ui/input.tsx';
import { describeError } from '#web/lib/api-client.ts';
import { useDraftedForm } from '#web/lib/use-drafted-form.ts';
import { useAdjustCredits } from './api.ts';
import { HistoryList } from './history.tsx';

type Person = { id: string; name: string; left: number };

const invalidAmount = 'Enter a whole number other than 0, like 10 or -5';
const adjustmentForm = z.object({
  delta: z.coerce
    .number(invalidAmount)
    .int(invalidAmount)
    .refine((delta) => delta !== 0, invalidAmount)
    .pipe(adjustCreditsRequest.shape.delta),
  reason: z
    .string()
    .trim()
    .min(1, 'Enter a reason')
    .max(200, 'A reason has at most 200 characters'),
});

/** As typed. */
type Adjustment = z.input<typeof adjustmentForm>;

export function CreditsDialog({ person, onClose }: { person: Person; onClose: () => void }) {
  const historyId = useId();
  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <DialogContent
        title={`Credits for ${person.name}`}
        description={`${person.left.toLocaleString('en-US')} left`}
        footer={
          <DialogClose asChild>
            <Button variant="outline">Done</Button>
          </DialogClose>
        }
      >
        <div className="grid grid-cols-1 gap-6">
          <AdjustmentForm userId={person.id} />
          <section aria-labelledby={historyId} className="grid grid-cols-1 gap-2">
            <h3 id={historyId} className="font-semibold">
              History
            </h3>
            <div className="overflow-hidden rounded-card border">
              <HistoryList userId={person.id} />
            </div>
          </section>
        </div>
      </DialogContent>
    </Dialog>
  );
}

function AdjustmentForm({ userId }: { userId: string }) {
  const adjust = useAdjustCredits(userId);
  const { form, startOver } = useDraftedForm<Adjustment, null>({
    name: `credits ${userId}`,
    base: null,
    toValues: () => ({ delta: '', reason: '' }),
    resolver: zodResolver(adjustmentForm, undefined, { raw: true }),
  });
  const { errors } = form.formState;
  const submit = form.handleSubmit(({ delta, reason }) =>
    adjust.mutate({ delta: Number(delta), reason }, { onSuccess: () => startOver(null) }),
  );
  return (
    <form noValidate onSubmit={submit} className="grid grid-cols-1 gap-4">
      <Field
        label="Messages"
        hint="A negative number takes messages away."
        error={errors.delta?.message}
      >
        {(control) => (
          <Input {...control} inputMode="text" placeholder="10" {...form.register('delta')} />
        )}
      </Field>
      <Field
        label="Reason"
        hint="Shown in the person's history and never deleted, so don't include names."
        error={errors.reason?.message ?? (adjust.error ? describeError(adjust.error) : undefined)}
      >
        {(control) => <Input {...control} {...form.register('reason')} />}
      </Field>
      <Button type="submit" className="sm:justify-self-start" disabled={adjust.isPending}>
        {adjust.isPending ? 'Saving...' : 'Adjust credits'}
      </Button>
    </form>
  );
}
