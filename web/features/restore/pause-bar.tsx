import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Pause } from '#shared/api/restore.ts';
import { Button } from '#web/components/ui/button.tsx';
import { Dialog, DialogClose, DialogContent } from '#web/components/ui/dialog.tsx';
import { formatDateTime } from '#web/lib/format.ts';
import { useIsAdmin } from '#web/session/roles.ts';
import { pauseQuery, useChoose } from './api.ts';
import { type Choice, type ChoiceGroup, listChoices } from './choices.ts';

/** On every page of the team, while a restore's choices are open. */
export function PauseBar() {
  const { data } = useQuery(pauseQuery);
  return data?.pause ? <Bar pause={data.pause} /> : null;
}

function Bar({ pause }: { pause: Pause }) {
  const [asked, setAsked] = useState<Choice | null>(null);
  const isAdmin = useIsAdmin();
  return (
    <section
      aria-label="Paused"
      data-uncovered
      className="grid max-h-[50dvh] shrink-0 gap-2 overflow-y-auto border-b border-b-danger bg-danger-soft px-4 py-3 text-sm"
    >
      <p className="wrap-anywhere">
        <strong className="font-semibold text-danger">Paused since a backup was restored.</strong>{' '}
        All is as it was at {formatDateTime(pause.backedUpAt)}. No text leaves and no model is asked
        until {isAdmin ? 'you choose' : 'an admin chooses'}.
      </p>
      {isAdmin && (
        <div className="flex flex-wrap gap-x-8 gap-y-2">
          {listChoices(pause).map((group) => (
            <Group key={group.name} group={group} onAsk={setAsked} />
          ))}
        </div>
      )}
      <p className="text-muted">{describeRest(pause)}</p>
      {asked && <Confirmation choice={asked} onClose={() => setAsked(null)} />}
    </section>
  );
}

function Group({ group, onAsk }: { group: ChoiceGroup; onAsk: (choice: Choice) => void }) {
  return (
    <fieldset className="flex min-w-0 flex-wrap items-center gap-2">
      <legend className="sr-only">{group.name}</legend>
      <span className="mr-1 font-semibold max-md:w-full">
        {group.words} {group.chosen}
      </span>
      {group.offered.map((choice) => (
        <Button key={choice.label} variant="outline" size="small" onClick={() => onAsk(choice)}>
          {choice.label}
        </Button>
      ))}
    </fieldset>
  );
}

function Confirmation({ choice, onClose }: { choice: Choice; onClose: () => void }) {
  const { mutate, isPending } = useChoose(onClose);
  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <DialogContent
        role="alertdialog"
        title={choice.question.title}
        footer={
          <>
            <DialogClose asChild>
              <Button variant="outline">Cancel</Button>
            </DialogClose>
            <Button variant="danger" disabled={isPending} onClick={() => mutate(choice.choices)}>
              {choice.label}
            </Button>
          </>
        }
      >
        <p>{choice.question.description}</p>
      </DialogContent>
    </Dialog>
  );
}

function describeRest({ arrived, payments }: Pause): string {
  const kept = arrived === 1 ? '1 text has' : `${arrived} texts have`;
  const texts =
    arrived > 0 ? `${kept} arrived since, and will be answered.` : 'Texts that arrive are kept.';
  const fetched = {
    pending: "Stripe's payments since the backup are being fetched.",
    fetched: "Stripe's payments since the backup are in.",
    off: '',
  };
  return `${texts} ${fetched[payments]}`.trim();
}
