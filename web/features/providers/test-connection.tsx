import { CircleCheck, CircleX, LoaderCircle } from 'lucide-react';
import { useState } from 'react';
import { useFormContext } from 'react-hook-form';
import type { Provider, TestProviderReply } from '#shared/api/providers.ts';
import { Button } from '#web/components/ui/button.tsx';
import { describeError } from '#web/lib/api-client.ts';
import { useTestProvider } from './api.ts';
import { type ProviderValues, testRequest } from './provider-values.ts';

const tested = [
  'apiKey',
  'model',
  'temperature',
  'maxTokens',
  'baseUrl',
  'webSearchDomains',
] as const;

/** One small real call with what the form holds, before it is saved. What it told is true of that alone. */
export function TestConnection({ provider }: { provider: Provider | null }) {
  const { watch, getValues, trigger } = useFormContext<ProviderValues>();
  const { mutate, data, error, isPending } = useTestProvider();
  const [triedWith, setTriedWith] = useState('');
  const request = () => testRequest(getValues(), provider?.id ?? null);
  watch();
  const isCurrent = triedWith === JSON.stringify(request());
  const start = async () => {
    // Rules that the call breaks are told at their fields.
    if (!(await trigger(tested, { shouldFocus: true }))) return;
    const asked = request();
    setTriedWith(JSON.stringify(asked));
    mutate(asked);
  };
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t pt-5">
      <Button variant="outline" disabled={isPending} onClick={start}>
        {isPending && (
          <LoaderCircle aria-hidden className="animate-spin motion-reduce:animate-none" />
        )}
        {isPending ? 'Testing...' : 'Test connection'}
      </Button>
      <div role="status" className="min-w-0 flex-1 basis-60">
        {isPending || !isCurrent ? (
          <p className="text-muted text-sm">
            {isPending ? 'Waiting for an answer' : 'Makes one small call with these settings.'}
          </p>
        ) : (
          <Outcome {...(data ?? failedWith(error))} />
        )}
      </div>
    </div>
  );
}

function failedWith(error: Error | null): TestProviderReply {
  return { ok: false, message: describeError(error), processingTimeMs: null, model: null };
}

/** On a phone it may begin below what is seen of the form. */
function bringIntoView(outcome: HTMLDivElement | null): void {
  outcome?.scrollIntoView?.({ block: 'nearest' });
}

function Outcome({ ok, message, processingTimeMs, model }: TestProviderReply) {
  const Icon = ok ? CircleCheck : CircleX;
  const seconds = processingTimeMs !== null && `${(processingTimeMs / 1000).toFixed(1)} s`;
  const facts = [model, seconds].filter(Boolean).join(' · ');
  return (
    <div ref={bringIntoView} className="flex scroll-mb-6 gap-2 text-sm">
      <Icon
        aria-hidden
        className={`mt-0.5 size-4 shrink-0 ${ok ? 'text-primary' : 'text-danger'}`}
      />
      <div className="min-w-0 wrap-anywhere">
        <p className={ok ? '' : 'text-danger'}>{ok ? `It works. ${message}` : message}</p>
        {facts && <p className="text-muted">{facts}</p>}
      </div>
    </div>
  );
}
