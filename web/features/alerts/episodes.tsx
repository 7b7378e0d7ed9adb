import { ChevronRight, CircleCheck, TriangleAlert } from 'lucide-react';
import { Link } from 'wouter';
import type { Episode } from '#shared/api/alerts.ts';
import { RelativeTime } from '#web/components/relative-time.tsx';
import { formatTimeNear } from '#web/lib/format.ts';

type Props = { episodes: Episode[] };

/** Announced when one begins while the page is open. */
export function OpenEpisodes({ episodes }: Props) {
  const open = episodes.filter(({ endedAt }) => endedAt === null);
  return (
    <div role="status">
      {open.length === 0 ? (
        <p className="flex items-center gap-2">
          <CircleCheck aria-hidden className="size-4 shrink-0 text-primary" />
          Nothing is wrong right now.
        </p>
      ) : (
        <ul aria-label="Open alerts" className="grid gap-2">
          {open.map((episode) => (
            <OpenEpisode key={episode.id} episode={episode} />
          ))}
        </ul>
      )}
    </div>
  );
}

function OpenEpisode({ episode: { title, detail, link, beganAt } }: { episode: Episode }) {
  return (
    <li className="flex items-start gap-3 rounded-control bg-danger-soft px-3 py-2.5">
      <TriangleAlert aria-hidden className="mt-1 size-4 shrink-0 text-danger" />
      <div className="min-w-0 grow">
        <p className="flex flex-wrap items-baseline justify-between gap-x-3">
          <Link href={link} className="font-semibold text-danger underline underline-offset-2">
            {title}
          </Link>
          <RelativeTime timestamp={beganAt} className="text-muted text-sm" />
        </p>
        <p className="text-sm wrap-anywhere">{detail}</p>
      </div>
    </li>
  );
}

export function EarlierEpisodes({ episodes }: Props) {
  const earlier = episodes.filter(({ endedAt }) => endedAt !== null);
  if (earlier.length === 0) return null;
  return (
    <details className="group">
      <summary className="flex min-h-11 w-fit cursor-pointer items-center gap-1.5 rounded-control font-semibold md:min-h-9">
        <ChevronRight
          aria-hidden
          className="size-4 text-muted transition-transform group-open:rotate-90 motion-reduce:transition-none"
        />
        Earlier alerts ({earlier.length})
      </summary>
      <ul aria-label="Earlier alerts" className="divide-y">
        {earlier.map(({ id, title, detail, beganAt, endedAt }) => (
          <li key={id} className="grid gap-0.5 py-2.5">
            <p className="flex flex-wrap items-baseline justify-between gap-x-3">
              <span className="font-medium">{title}</span>
              <span className="text-muted text-sm">
                {formatTimeNear(beganAt)} to {formatTimeNear(endedAt ?? beganAt)}
              </span>
            </p>
            <p className="text-muted text-sm wrap-anywhere">{detail}</p>
          </li>
        ))}
      </ul>
    </details>
  );
}
