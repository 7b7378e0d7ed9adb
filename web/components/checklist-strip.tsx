import { Check } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { cn } from '#web/lib/cn.ts';

type Step = { name: string; label: string; isDone: boolean };

export function ChecklistStrip({
  title,
  steps,
  detail,
  className,
  children,
}: {
  title: string;
  steps: Step[];
  /** What the first unfinished step needs. */
  detail: string | null;
  className?: string | undefined;
  children: ReactNode;
}) {
  const id = useId();
  const next = steps.find(({ isDone }) => !isDone);
  return (
    <section
      aria-labelledby={id}
      className={cn(
        'grid grid-cols-1 gap-3 rounded-card border bg-surface px-4 py-3 sm:px-5',
        className,
      )}
    >
      <div className="flex flex-wrap items-center gap-x-5 gap-y-1.5">
        <h2 id={id} className="font-semibold wrap-anywhere">
          {title}
        </h2>
        <ol className="flex flex-wrap gap-x-4 gap-y-1 text-sm">
          {steps.map((step) => (
            <StepItem key={step.name} step={step} isNext={step === next} />
          ))}
        </ol>
      </div>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p className="min-w-0 flex-1 basis-64 text-muted wrap-anywhere">{detail}</p>
        <div className="flex flex-wrap gap-2">{children}</div>
      </div>
    </section>
  );
}

function StepItem({ step: { label, isDone }, isNext }: { step: Step; isNext: boolean }) {
  return (
    <li
      aria-current={isNext ? 'step' : undefined}
      className={cn('flex items-center gap-1.5', isNext ? 'font-semibold' : 'text-muted')}
    >
      <span
        aria-hidden
        className={cn(
          'grid size-4 place-items-center rounded-full border',
          isDone && 'border-primary bg-primary text-primary-foreground',
          !isDone && (isNext ? 'border-primary' : 'border-current'),
        )}
      >
        {isDone && <Check className="size-3" />}
      </span>
      {label}
      <span className="sr-only">{isDone ? '(done)' : '(open)'}</span>
    </li>
  );
}
