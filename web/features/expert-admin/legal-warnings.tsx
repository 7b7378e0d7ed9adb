import { TriangleAlert } from 'lucide-react';
import { useFormContext } from 'react-hook-form';
import { listWarnings } from '#shared/expert-warnings.ts';
import type { ExpertValues } from './expert-values.ts';

/** They don't block saving: the admin knows best. */
export function LegalWarnings() {
  const { watch } = useFormContext<ExpertValues>();
  const [channel, displayName, tagline, description, systemPrompt] = watch([
    'channel',
    'displayName',
    'tagline',
    'description',
    'systemPrompt',
  ]);
  const isUntouched = displayName === '' && tagline === '' && systemPrompt === '';
  const warnings = isUntouched
    ? []
    : listWarnings({ channel, displayName, tagline, description, systemPrompt });
  return (
    <ul aria-live="polite" aria-label="Warnings" className="grid gap-2 empty:hidden">
      {warnings.map((warning) => (
        <li
          key={warning}
          className="flex gap-2.5 rounded-control bg-accent-soft px-3 py-2.5 text-accent text-sm"
        >
          <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
          <span className="wrap-anywhere">{warning}</span>
        </li>
      ))}
    </ul>
  );
}
