import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { CountedLabel, Label, LabelHue, LabelThreadsInput } from '#shared/api/labels.ts';
import type { Thread } from '#shared/api/threads.ts';
import { describeRefusal } from '#web/lib/refused-field.ts';
import { toast } from '#web/lib/toast.ts';
import { hueNames } from './label-chip.tsx';
import { labelsQuery, useLabelThreads, useSaveLabel } from './labels-api.ts';

export type Target = Omit<LabelThreadsInput, 'isOn'>;
/** `some`: only some of the threads have it. */
export type Toggle = 'on' | 'some' | 'off';

/** A choice shows before the server has answered. */
export function useLabelToggles(
  threads: Pick<Thread, 'id' | 'labels'>[],
  target: Target = { threadIds: threads.map(({ id }) => id) },
) {
  const { data } = useQuery(labelsQuery);
  const labels = data?.labels ?? [];
  const [chosen, setChosen] = useState<ReadonlyMap<string, boolean>>(new Map());
  const { mutate: labelThreads } = useLabelThreads();
  const save = useSaveLabel();

  const toggles = ({ id }: Pick<Label, 'id'>): Toggle => {
    const wanted = chosen.get(id);
    if (wanted !== undefined) return wanted ? 'on' : 'off';
    const having = threads.filter((thread) => thread.labels.some((one) => one.id === id)).length;
    return having === 0 ? 'off' : having === threads.length ? 'on' : 'some';
  };
  const put = (label: Pick<Label, 'id' | 'name'>, isOn: boolean) => {
    setChosen((before) => new Map(before).set(label.id, isOn));
    labelThreads(
      { labelId: label.id, name: label.name, isOn, ...target },
      {
        onError: () =>
          setChosen((before) => new Map([...before].filter(([id]) => id !== label.id))),
      },
    );
  };
  const create = (name: string) =>
    save.mutate(
      { fields: { name, hue: leastUsedHue(labels) }, base: null },
      {
        onSuccess: ({ label }) => put(label, true),
        onError: (error) =>
          toast({
            title: 'Label not created',
            description: describeRefusal(error),
            variant: 'destructive',
          }),
      },
    );
  return {
    labels,
    isLoading: !data,
    toggles,
    toggle: (label: CountedLabel) => put(label, toggles(label) !== 'on'),
    create,
  };
}

function leastUsedHue(labels: Pick<Label, 'hue'>[]): LabelHue {
  const uses = (hue: LabelHue) => labels.filter((label) => label.hue === hue).length;
  return hueNames.reduce((best, hue) => (uses(hue) < uses(best) ? hue : best));
}
