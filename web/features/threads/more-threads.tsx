import { useEffect, useRef } from 'react';
import { Button } from '#web/components/ui/button.tsx';

/** That far below the list's edge the next page is asked for. */
const aheadPx = 600;

/** The end of the list: fetches the next page when it comes near, or when it is told to. */
export function MoreThreads({
  hasNextPage,
  isFetchingNextPage,
  isFetchNextPageError,
  fetchNextPage,
  isAutomatic,
}: {
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  isFetchNextPageError: boolean;
  fetchNextPage: () => unknown;
  isAutomatic: boolean;
}) {
  const end = useRef<HTMLDivElement>(null);
  const isWatching = isAutomatic && hasNextPage && !isFetchingNextPage && !isFetchNextPageError;
  useEffect(() => {
    if (!isWatching || !end.current) return;
    const observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && fetchNextPage(),
      { root: end.current.parentElement, rootMargin: `${aheadPx}px` },
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
      {isFetchNextPageError && <p role="alert">Older conversations could not be loaded.</p>}
      {isWatching || (isAutomatic && isFetchingNextPage) ? (
        <p>Loading older conversations...</p>
      ) : (
        <Button
          variant="outline"
          size="small"
          disabled={isFetchingNextPage}
          onClick={() => fetchNextPage()}
        >
          {isFetchingNextPage ? 'Loading...' : label(isFetchNextPageError)}
        </Button>
      )}
    </div>
  );
}

function label(hasFailed: boolean): string {
  return hasFailed ? 'Try again' : 'Look through older conversations';
}
