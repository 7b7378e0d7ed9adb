import { CircleCheck, CircleX, type LucideIcon, TriangleAlert } from 'lucide-react';
import { useId } from 'react';
import {
  type CheckGroup,
  type CheckState,
  checkGroups,
  checkStates,
  type PlacedFinding,
} from '#shared/api/doctor.ts';
import { Skeleton } from '#web/components/ui/skeleton.tsx';
import { cn } from '#web/lib/cn.ts';

const looks: Record<CheckState, { word: string; icon: LucideIcon; color: string }> = {
  broken: { word: 'Broken', icon: CircleX, color: 'text-danger' },
  warning: { word: 'Warning', icon: TriangleAlert, color: 'text-accent' },
  ok: { word: 'OK', icon: CircleCheck, color: 'text-primary' },
};

const listStyle = 'divide-y divide-line overflow-hidden rounded-card border bg-surface';
const rowStyle = 'grid gap-x-4 gap-y-1 px-4 py-3 sm:grid-cols-[6.5rem_1fr] sm:px-5';

export function Findings({ findings }: { findings: PlacedFinding[] }) {
  return checkGroups.map((group) => {
    const some = findings.filter((one) => one.group === group);
    return some.length > 0 && <Group key={group} group={group} findings={some} />;
  });
}

/** The worst first. */
function Group({ group, findings }: { group: CheckGroup; findings: PlacedFinding[] }) {
  const id = useId();
  const sorted = checkStates.flatMap((state) => findings.filter((one) => one.state === state));
  return (
    <section aria-labelledby={id} className="grid grid-cols-1 gap-2">
      <h2 id={id} className="font-semibold text-lg leading-tight">
        {group}
      </h2>
      <ul className={listStyle}>
        {sorted.map((finding) => (
          <FindingRow key={`${finding.name} ${finding.about} ${finding.why}`} finding={finding} />
        ))}
      </ul>
    </section>
  );
}

function FindingRow({ finding: { name, about, state, why, fix } }: { finding: PlacedFinding }) {
  return (
    <li className={rowStyle}>
      <State state={state} />
      <div className="min-w-0">
        <h3 className="font-semibold wrap-anywhere">{about ? `${name}: ${about}` : name}</h3>
        <p className="text-muted wrap-anywhere">{why}</p>
        {fix && <p className="mt-1 wrap-anywhere">{fix}</p>}
      </div>
    </li>
  );
}

function State({ state }: { state: CheckState }) {
  const { word, icon: Icon, color } = looks[state];
  return (
    <span className={cn('flex h-5 items-center gap-1.5 font-semibold text-sm', color)}>
      <Icon aria-hidden className="size-4" />
      {word}
    </span>
  );
}

/** In words, without those that are none. */
export function countStates(findings: PlacedFinding[]): string {
  const count = (state: CheckState) => findings.filter((one) => one.state === state).length;
  const warnings = count('warning') === 1 ? 'warning' : 'warnings';
  const parts = [
    `${count('broken')} broken`,
    `${count('warning')} ${warnings}`,
    `${count('ok')} OK`,
  ];
  return parts.filter((part) => !part.startsWith('0 ')).join(', ');
}

export function FindingsSkeleton() {
  return (
    <div role="status" className={listStyle}>
      <span className="sr-only">Checking the installation</span>
      {['one', 'two', 'three', 'four', 'five'].map((row) => (
        <div key={row} className={rowStyle}>
          <Skeleton className="h-5 w-20" />
          <div className="grid gap-1.5">
            <Skeleton className="h-5 w-40" />
            <Skeleton className="h-4 w-full max-w-md" />
          </div>
        </div>
      ))}
    </div>
  );
}
