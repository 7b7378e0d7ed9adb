import { cn } from '#web/lib/cn.ts';
import { Button } from './ui/button.tsx';

export function ShowMore({
  pages,
  label = 'Show more',
  failure,
  className,
}: {
  pages: {
    hasNextPage: boolean;
    isFetchingNextPage: boolean;
    isFetchNextPageError: boolean;
    fetchNextPage: () => unknown;
  };
  label?: string;
  failure: string;
  className?: string;
}) {
  if (!pages.hasNextPage) return null;
  return (
    <div className={cn('grid justify-items-center gap-2', className)}>
      {pages.isFetchNextPageError && (
        <p role="alert" className="text-danger text-sm">
          {failure}
        </p>
      )}
      <Button
        variant="outline"
        size="small"
        disabled={pages.isFetchingNextPage}
        onClick={() => pages.fetchNextPage()}
      >
        {pages.isFetchingNextPage ? 'Loading...' : label}
      </Button>
    </div>
  );
}
