import type { Expert } from '#shared/api/experts.ts';
import { Button } from '#web/components/ui/button.tsx';
import { useArchiveExpert } from './api.ts';

export function ExpertArchive({ expert }: { expert: Expert }) {
  const archive = useArchiveExpert(expert);
  const isArchived = expert.archivedAt !== null;
  return (
    <section id="archive" className="grid scroll-mt-14 justify-items-start gap-3 border-t pt-5">
      <div>
        <h2 className="font-semibold text-lg">Archive</h2>
        <p className="text-muted">
          {isArchived
            ? 'It is paused and hidden from every choice. You can still read its conversations. A restored expert stays paused until you start it.'
            : 'Pauses the expert and hides it from every choice. Its conversations stay, and you can restore it.'}
        </p>
      </div>
      <Button
        variant="outline"
        disabled={archive.isPending}
        onClick={() => archive.mutate(!isArchived)}
      >
        {isArchived ? 'Restore expert' : 'Archive expert'}
      </Button>
    </section>
  );
}
