import { Link } from 'wouter';
import { Button } from '#web/components/ui/button.tsx';
import { usePageTitle } from '#web/lib/use-page-title.ts';

export function NotFoundPage() {
  usePageTitle('Page not found');
  return (
    <div className="mx-auto grid min-h-[60dvh] max-w-sm content-center justify-items-center gap-3 px-4 text-center">
      <h1 className="font-display font-semibold text-3xl">404 Page Not Found</h1>
      <p className="text-muted">Did you forget to add the page to the router?</p>
      <Button asChild className="mt-4">
        <Link href="/">Back to the start</Link>
      </Button>
    </div>
  );
}
