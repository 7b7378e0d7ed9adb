import { findReplacement, findRetirement } from '#shared/ai-models.ts';
import type { Provider } from '#shared/api/providers.ts';
import { Button } from '#web/components/ui/button.tsx';
import { formatDate } from '#web/lib/format.ts';
import { useSaveProvider } from './api.ts';

export function RetirementNote({ provider }: { provider: Provider }) {
  const { key, config } = provider;
  const save = useSaveProvider({ isNew: false });
  const now = new Date();
  const replacement = findReplacement(key, config.model, now);
  const retirement = findRetirement(key, config.model, now);
  if (!replacement || !retirement) return null;
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 pt-1 text-accent text-sm">
      <p className="wrap-anywhere">
        {retirement.isOver
          ? `${config.model} is retired and no longer answers.`
          : `${config.model} retires on ${formatDate(`${retirement.on}T12:00`)}.`}
      </p>
      <Button
        variant="outline"
        size="small"
        disabled={save.isPending}
        onClick={() => save.mutate({ body: { config: { model: replacement } }, base: provider })}
      >
        Use {replacement}
      </Button>
    </div>
  );
}
