import { useQuery } from '@tanstack/react-query';
import type { Present } from '#shared/api/presence.ts';
import { useAnnounced } from '#web/lib/announce.ts';
import { assigneesQuery } from '../takeover/takeover-api.ts';

export function PresenceNote({ present }: { present: Present[] }) {
  const { data } = useQuery({ ...assigneesQuery, enabled: present.length > 0 });
  const nameOf = ({ id }: Present) =>
    data?.assignees.find((one) => one.id === id)?.name ?? 'A colleague';
  const writers = present.filter(({ isWriting }) => isWriting);
  const watchers = present.filter(({ isWriting }) => !isWriting);
  const facts = [
    describe(writers.map(nameOf), 'writing'),
    describe(watchers.map(nameOf), 'looking'),
  ];
  const shown = facts.filter((fact) => fact !== null);
  useAnnounced(shown.join(', '), { isNews: true });
  return (
    <span>
      {shown.map((fact) => (
        <span key={fact} className={fact === facts[0] ? 'font-semibold' : undefined}>
          {' · '}
          {fact}
        </span>
      ))}
    </span>
  );
}

function describe([first, second, ...more]: string[], doing: string): string | null {
  if (!first) return null;
  if (!second) return `${first} is ${doing}`;
  const others = more.length > 0 ? `${more.length + 1} others` : second;
  return `${first} and ${others} are ${doing}`;
}
