import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { channelKeys, channelNames } from '#shared/channels.ts';
import { Input } from '#web/components/ui/input.tsx';
import { Select, SelectContent, SelectItem, SelectTrigger } from '#web/components/ui/select.tsx';
import { readLocalDay } from '#web/lib/days.ts';
import type { ThreadScope } from '#web/links/thread-scope.ts';
import { withDays, withField } from '../known/thread-filters.ts';
import { threadExpertsQuery } from '../known/threads-api.ts';
import { labelsQuery } from '../labels/labels-api.ts';
import { assigneesQuery } from '../takeover/takeover-api.ts';

type Props = { scope: ThreadScope | null; setScope: (scope: ThreadScope | null) => void };

export function FilterControls(props: Props) {
  const { scope, setScope } = props;
  const { data } = useQuery(threadExpertsQuery);
  const experts = data?.experts ?? [];
  const labels = useQuery(labelsQuery).data?.labels ?? [];
  const team = (useQuery(assigneesQuery).data?.assignees ?? []).map(
    ({ id, name }): [string, string] => [id, name],
  );
  const used = channelKeys.filter(
    (key) => key === scope?.channel || experts.some(({ channel }) => channel === key),
  );
  return (
    <fieldset id="filters" className="flex flex-wrap gap-2">
      <legend className="sr-only">Filters</legend>
      {(experts.length > 1 || scope?.expertId) && (
        <Choice
          name="Expert"
          all="All experts"
          value={scope?.expertId}
          options={withChosen(
            experts.map(({ id, displayName }) => [id, displayName]),
            scope?.expertId,
            'Archived expert',
          )}
          onChoose={(expertId) => setScope(withField(scope, { expertId }))}
        />
      )}
      {(used.length > 1 || scope?.channel) && (
        <Choice
          name="Channel"
          all="All channels"
          value={scope?.channel}
          options={used.map((key) => [key, channelNames[key]])}
          onChoose={(channel) => setScope(withField(scope, { channel }))}
        />
      )}
      {(labels.length > 0 || scope?.labelled) && (
        <Choice
          name="Label"
          all="All labels"
          value={scope?.labelled}
          options={labels.map(({ id, name, threads }) => [
            id,
            threads > 0 ? `${name} ${threads.toLocaleString('en-US')}` : name,
          ])}
          onChoose={(labelled) => setScope(withField(scope, { labelled }))}
        />
      )}
      {(team.length > 1 || scope?.assigneeId) && (
        <Choice
          name="Assigned to"
          all="Everyone's"
          value={scope?.assigneeId}
          options={withChosen(team, scope?.assigneeId, 'Former colleague')}
          onChoose={(assigneeId) => setScope(withField(scope, { assigneeId }))}
        />
      )}
      <Days {...props} />
    </fieldset>
  );
}

/** The URL may name an option that no longer exists. */
function withChosen(
  options: [string, string][],
  chosen: string | undefined,
  name: string,
): [string, string][] {
  const isKnown = !chosen || options.some(([id]) => id === chosen);
  return isKnown ? options : [...options, [chosen, name]];
}

const noChoice = 'all';

function Choice<Value extends string>({
  name,
  all,
  value,
  options,
  onChoose,
}: {
  name: string;
  all: string;
  value: Value | undefined;
  options: [Value, string][];
  onChoose: (value: Value | undefined) => void;
}) {
  return (
    <Select
      value={value ?? noChoice}
      onValueChange={(chosen) => onChoose(options.find(([one]) => one === chosen)?.[0])}
    >
      <SelectTrigger aria-label={name} className="flex-1 basis-32" />
      <SelectContent>
        <SelectItem value={noChoice}>{all}</SelectItem>
        {options.map(([key, label]) => (
          <SelectItem key={key} value={key}>
            {label}
          </SelectItem>
        ))}
      </SelectContent>
    </Select>
  );
}

type DayChoice = 'today' | 'yesterday' | 'week' | 'month' | 'chosen';

const dayChoices: [DayChoice, string][] = [
  ['today', 'Today'],
  ['yesterday', 'Yesterday'],
  ['week', 'Last 7 days'],
  ['month', 'Last 30 days'],
  ['chosen', 'Choose days…'],
];

const readPeriods = (): Record<Exclude<DayChoice, 'chosen'>, { from: string; to?: string }> => ({
  today: { from: readLocalDay() },
  yesterday: { from: readLocalDay(1), to: readLocalDay(1) },
  week: { from: readLocalDay(6) },
  month: { from: readLocalDay(29) },
});

function Days({ scope, setScope }: Props) {
  const [isChoosing, setIsChoosing] = useState(false);
  const { from, to } = scope ?? {};
  const periods = readPeriods();
  const known = dayChoices.find(
    ([key]) => key !== 'chosen' && periods[key].from === from && periods[key].to === to,
  )?.[0];
  const value = isChoosing ? 'chosen' : (known ?? (from || to ? 'chosen' : undefined));
  const choose = (choice: DayChoice | undefined) => {
    setIsChoosing(choice === 'chosen');
    if (choice !== 'chosen') setScope(withDays(scope, choice ? periods[choice] : {}));
  };
  return (
    <>
      <Choice name="Days" all="Any day" value={value} options={dayChoices} onChoose={choose} />
      {value === 'chosen' && (
        <div className="grid w-full grid-cols-2 gap-2">
          <Day
            label="From"
            value={from}
            max={to}
            onChange={(day) => setScope(withDays(scope, { from: day, to }))}
          />
          <Day
            label="To"
            value={to}
            min={from}
            onChange={(day) => setScope(withDays(scope, { from, to: day }))}
          />
        </div>
      )}
    </>
  );
}

function Day({
  label,
  value,
  onChange,
  ...bounds
}: {
  label: string;
  value: string | undefined;
  min?: string | undefined;
  max?: string | undefined;
  onChange: (day: string | undefined) => void;
}) {
  const id = useId();
  return (
    <div className="grid gap-1">
      <label htmlFor={id} className="text-muted text-sm">
        {label}
      </label>
      <Input
        id={id}
        type="date"
        value={value ?? ''}
        onChange={({ target }) => onChange(target.value || undefined)}
        {...bounds}
      />
    </div>
  );
}
