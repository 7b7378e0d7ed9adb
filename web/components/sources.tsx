import { Fragment } from 'react';
import type { Source } from '#shared/api/messages.ts';
import { cn } from '#web/lib/cn.ts';

export function Sources({ sources, className }: { sources: Source[]; className?: string }) {
  if (sources.length === 0) return null;
  return (
    <p className={cn('px-1.5 pt-1 text-muted text-sm leading-5 wrap-anywhere', className)}>
      {sources.length === 1 ? 'Source: ' : 'Sources: '}
      {sources.map(({ url, title }, index) => (
        <Fragment key={url}>
          {index > 0 && ', '}
          <a
            href={url}
            title={url}
            target="_blank"
            rel="noopener noreferrer"
            className="rounded-xs underline underline-offset-2 hover:text-foreground"
          >
            {title ?? hostOf(url)}
          </a>
          {title && ` (${hostOf(url)})`}
        </Fragment>
      ))}
    </p>
  );
}

function hostOf(url: string): string {
  return URL.parse(url)?.host.replace(/^www\./, '') ?? url;
}
