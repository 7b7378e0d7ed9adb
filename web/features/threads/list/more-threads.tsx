import { useEffect, useRef } from 'react';
import { Button } from '#web/components/ui/button.tsx';
import { useShortScreen } from '#web/lib/use-short-screen.ts';

/** The next page is fetched this far ahead of the view. */
const prefetchPx = 600;

export function MoreThreads({
  hasNextPage,
  isFetchingNextPage,
  isFetchNextPageError,
  fetchNextPage,
  what = 'conversations',
}: {
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  isFetchNextPageError: boolean;
  fetchNextPage: () => unknown;
  what?: 'conversations' | 'messages';
}) {
  const end = useRef<HTMLDivElement>(null);
  const isShort = useShortScreen();
  const isWatching = hasNextPage && !isFetchingNextPage && !isFetchNextPageError;
  useEffect(() => {
    if (!isWatching || !end.current) return;
    const observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && fetchNextPage(),
      {
        // Of a list that does not scroll itself, the end would always be in view.
        root: isShort ? document.body : end.current.closest('[data-scroller]'),
        rootMargin: `${prefetchPx}px`,
      },
    );
    observer.observe(end.current);
    return () => observer.disconnect();
  }, [isWatching, isShort, fetchNextPage]);

  if (!hasNextPage) return null;
  return (
    <div
      ref={end}
      className="grid justify-items-center gap-2 px-4 py-5 text-center text-muted text-sm"
    >
      {isFetchNextPageError && <p role="alert">Unable to load older {what}.</p>}
      {isWatching || isFetchingNextPage ? (
        <p>Loading older {what}...</p>
      ) : (
        <Button variant="outline" size="small" onClick={() => fetchNextPage()}>
          Try again
        </Button>
      )}
    </div>
  );
}
