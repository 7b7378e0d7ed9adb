import { FormDialog } from '#web/components/form-dialog.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { useDialogAddress } from '#web/lib/use-dialog-address.ts';
import { useStopTexts } from './api.ts';

export function StopTexts() {
  const { value, open, close } = useDialogAddress('stop');
  const stop = useStopTexts();
  return (
    <div className="grid grid-cols-1 justify-items-start gap-3">
      <p className="text-muted">
        The text STOP ends the texts of the expert you send it to, STOPALL those of all experts.
        Here you can do the same as STOPALL.
      </p>
      <Button
        variant="outline"
        size="large"
        className="max-sm:w-full"
        onClick={() => open('texts')}
      >
        Stop all texts
      </Button>
      {value === 'texts' && (
        <FormDialog
          title="Stop all texts?"
          description="No expert texts you any more, not even answers. To get them again, text START to an expert. Your plan and this website stay as they are."
          action={stop.isPending ? 'Stopping...' : 'Stop all texts'}
          variant="danger"
          isPending={stop.isPending}
          onSubmit={() => stop.mutate(undefined, { onSettled: close })}
          onClose={close}
        />
      )}
    </div>
  );
}
