import { Link } from 'wouter';
import type { PublicExpert } from '#shared/api/experts.ts';
import { Avatar } from '#web/components/ui/avatar.tsx';
import { Skeleton } from '#web/components/ui/skeleton.tsx';
import { ConnectAction } from './connect-action.tsx';
import { hrefOfPublicExpert } from './expert-href.ts';

const cardStyle = 'flex flex-col gap-3 rounded-card border bg-surface p-4';

export function ExpertCard({ expert }: { expert: PublicExpert }) {
  const { displayName, tagline, description, imageUrl, words } = expert;
  return (
    <article className={cardStyle} aria-label={displayName}>
      <Link
        href={hrefOfPublicExpert(expert)}
        className="group flex items-start gap-3 rounded-control"
      >
        <Avatar name={displayName} imageUrl={imageUrl} className="size-14" />
        <div className="grid min-h-14 min-w-0 flex-1 content-center">
          <h2
            dir="auto"
            className="text-left font-display font-semibold text-xl leading-tight wrap-anywhere group-hover:underline group-hover:underline-offset-4"
          >
            {displayName}
          </h2>
          {tagline && (
            <p dir="auto" className="text-left text-muted text-sm wrap-anywhere">
              {tagline}
            </p>
          )}
        </div>
      </Link>
      {description && (
        <p dir="auto" className="line-clamp-6 whitespace-pre-line wrap-anywhere">
          {description}
        </p>
      )}
      {words.length > 0 && (
        <p className="text-muted text-sm">You can also text {words.join(', ')}.</p>
      )}
      <div className="mt-auto pt-1">
        <ConnectAction expert={expert} />
      </div>
    </article>
  );
}

export function ExpertCardSkeleton() {
  return (
    <div className={cardStyle}>
      <div className="flex items-center gap-3">
        <Skeleton className="size-14 rounded-full" />
        <div className="grid flex-1 gap-2">
          <Skeleton className="h-5 w-24" />
          <Skeleton className="h-4 w-36" />
        </div>
      </div>
      <div className="grid gap-2">
        <Skeleton className="h-4" />
        <Skeleton className="h-4 w-2/3" />
      </div>
      <div className="mt-auto flex items-center justify-between pt-1">
        <Skeleton className="h-5 w-12 rounded-full" />
        <Skeleton className="h-11 w-32" />
      </div>
    </div>
  );
}
