import { useEffect, useRef, useState } from 'react';
import { api } from '#web/lib/api-client.ts';
import { provideStepUp } from '#web/lib/step-up.ts';
import { useSingleMutation } from '#web/lib/use-single-mutation.ts';
import { CodeDialog } from './code-dialog.tsx';

export function StepUp() {
  const [isAsked, setIsAsked] = useState(false);
  const answer = useRef<((isAccepted: boolean) => void) | null>(null);
  useEffect(() => {
    const stop = provideStepUp(() => {
      setIsAsked(true);
      return new Promise((resolve) => {
        answer.current = resolve;
      });
    });
    return () => {
      stop();
      answer.current?.(false);
    };
  }, []);
  const finish = (isAccepted: boolean) => {
    setIsAsked(false);
    answer.current?.(isAccepted);
  };
  return isAsked && <StepUpDialog onFinish={finish} />;
}

function StepUpDialog({ onFinish }: { onFinish: (isAccepted: boolean) => void }) {
  const send = useSingleMutation({
    mutationFn: (code: string) => api.post('/api/auth/step-up', { code }),
    onSuccess: () => onFinish(true),
  });
  return (
    <CodeDialog
      title="Confirm that it's you"
      description="This change needs a code. You won't be asked again for a few minutes."
      action="Confirm"
      send={send}
      onClose={() => onFinish(false)}
    />
  );
}
