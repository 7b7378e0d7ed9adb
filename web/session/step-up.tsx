import { useEffect, useRef, useState } from 'react';
import { api } from '#web/lib/api-client.ts';
import { type Proof, provideStepUp } from '#web/lib/step-up.ts';
import { useSingleMutation } from '#web/lib/use-single-mutation.ts';
import { CodeDialog } from './code-dialog.tsx';
import { PasswordDialog } from './password-dialog.tsx';

export function StepUp() {
  const [proof, setProof] = useState<Proof | null>(null);
  const answer = useRef<((isAccepted: boolean) => void) | null>(null);
  useEffect(() => {
    const stop = provideStepUp((wanted) => {
      answer.current?.(false);
      setProof(wanted);
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
    setProof(null);
    answer.current?.(isAccepted);
    answer.current = null;
  };
  if (!proof) return null;
  return proof === 'code' ? (
    <StepUpDialog onFinish={finish} />
  ) : (
    <ConfirmPasswordDialog onFinish={finish} />
  );
}

type Props = { onFinish: (isAccepted: boolean) => void };

function StepUpDialog({ onFinish }: Props) {
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

function ConfirmPasswordDialog({ onFinish }: Props) {
  const send = useSingleMutation({
    mutationFn: (password: string) => api.post('/api/auth/password/confirm', { password }),
    onSuccess: () => onFinish(true),
  });
  return (
    <PasswordDialog
      title="Enter your password"
      description="This lets another phone, person or script in, so it needs your password. You won't be asked again for a few minutes."
      action={send.isPending ? 'Checking...' : 'Continue'}
      send={send}
      onClose={() => onFinish(false)}
    />
  );
}
