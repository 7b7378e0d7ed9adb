import { type ReactNode, useId } from 'react';

export function PanelSection({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="border-t pt-4">
      <h3 id={id} className="pb-2 font-semibold">
        {title}
      </h3>
      {children}
    </section>
  );
}

export function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-muted text-sm">{term}</dt>
      <dd className="pt-0.5 font-semibold wrap-anywhere">{children}</dd>
    </div>
  );
}
