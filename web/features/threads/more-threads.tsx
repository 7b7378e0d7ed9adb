import { useEffect, useRef } from 'react';
import { Button } from '#web/components/ui/button.tsx';

/** The next page is fetched this far before its place scrolls into view. */
const prefetchPx = 600;

export function MoreThreads({
  hasNextPage,
  isFetchingNextPage,
  isFetchNextPageError,
  fetchNextPage,
  isAutomatic,
  what = 'conversations',
}: {
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  isFetchNextPageError: boolean;
  fetchNextPage: () => unknown;
  isAutomatic: boolean;
  what?: 'conversations' | 'messages';
}) {
  const end = useRef<HTMLDivElement>(null);
  const isWatching = isAutomatic && hasNextPage && !isFetchingNextPage && !isFetchNextPageError;
  useEffect(() => {
    if (!isWatching || !end.current) return;
    const observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && fetchNextPage(),
      { root: end.current.closest('[data-scroller]'), rootMargin: `${prefetchPx}px` },
    );
    observer.observe(end.current);
    return () => observer.disconnect();
  }, [isWatching, fetchNextPage]);

  if (!hasNextPage) return null;
  return (
    <div
      ref={end}
      className="grid justify-items-center gap-2 px-4 py-5 text-center text-muted text-sm"
    >
      {isFetchNextPageError && <p role="alert">Unable to load older {what}.</p>}
      {isWatching || (isAutomatic && isFetchingNextPage) ? (
        <p>Loading older {what}...</p>
      ) : (
        <Button
          variant="outline"
          size="small"
          disabled={isFetchingNextPage}
          onClick={() => fetchNextPage()}
        >
          {isFetchingNextPage ? 'Loading...' : describeAction(isFetchNextPageError, what)}
        </Button>
      )}
    </div>
  );
}

function describeAction(hasFailed: boolean, what: string): string {
  return hasFailed ? 'Try again' : `Load older ${what}`;
}
