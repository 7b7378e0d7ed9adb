import { type ReactNode, useId } from 'react';

export function SettingsSection({
  title,
  description,
  children,
}: {
  title: string;
  description: string;
  children: ReactNode;
}) {
  const titleId = useId();
  return (
    <section
      aria-labelledby={titleId}
      className="grid grid-cols-1 gap-4 border-t py-6 md:grid-cols-[14rem_1fr] md:gap-10"
    >
      <div className="min-w-0">
        <h2 id={titleId} className="font-semibold text-lg leading-tight">
          {title}
        </h2>
        <p className="mt-1 text-muted text-sm wrap-anywhere">{description}</p>
      </div>
      <div className="min-w-0">{children}</div>
    </section>
  );
}
