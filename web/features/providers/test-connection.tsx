import { CircleCheck, CircleX, LoaderCircle } from 'lucide-react';
import { useState } from 'react';
import { useFormContext } from 'react-hook-form';
import {
  type Provider,
  type TestProviderReply,
  testProviderRequest,
} from '#shared/api/providers.ts';
import { Button } from '#web/components/ui/button.tsx';
import { describeError } from '#web/lib/api-client.ts';
import { useTestProvider } from './api.ts';
import { type ProviderValues, toTestRequest } from './provider-values.ts';

const testedFields = testProviderRequest.shape.config.keyof().options;

/** A changed setting hides the outcome. */
export function TestConnection({ provider }: { provider: Provider | null }) {
  const { watch, getValues, trigger } = useFormContext<ProviderValues>();
  const { mutate, data, error, isPending } = useTestProvider();
  const [lastRequest, setLastRequest] = useState('');
  const createRequest = () => toTestRequest(getValues(), provider?.id ?? null);
  watch();
  const isCurrent = lastRequest === JSON.stringify(createRequest());
  const start = async () => {
    if (!(await trigger(testedFields, { shouldFocus: true }))) return;
    const request = createRequest();
    setLastRequest(JSON.stringify(request));
    mutate(request);
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
            {isPending ? 'Waiting for an answer...' : 'Makes one small call with these settings.'}
          </p>
        ) : (
          <Outcome {...(data ?? toFailedReply(error))} />
        )}
      </div>
    </div>
  );
}

function toFailedReply(error: Error | null): TestProviderReply {
  return { ok: false, message: describeError(error), processingTimeMs: null, model: null };
}

/** On a phone the outcome may start out of view. */
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
