import { CopyButton } from '#web/components/copy-button.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { Dialog, DialogContent } from '#web/components/ui/dialog.tsx';
import { Field } from '#web/components/ui/field.tsx';
import { Input } from '#web/components/ui/input.tsx';

/** Shown once, so a click beside the dialog does not close it. */
export function NewTokenDialog({
  created: { name, secret },
  onClose,
}: {
  created: { name: string; secret: string };
  onClose: () => void;
}) {
  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <DialogContent
        title="Your new token"
        description="It is shown only now. Copy it to where the script keeps its secrets."
        onInteractOutside={(event) => event.preventDefault()}
        onEscapeKeyDown={(event) => event.preventDefault()}
        footer={<Button onClick={onClose}>I have saved it</Button>}
      >
        <Field label={`Token for ${name}`} hint="Sent as: Authorization: Bearer, then the token.">
          {(control) => (
            <div data-uncovered className="flex items-center gap-2">
              <Input
                {...control}
                readOnly
                value={secret}
                className="min-w-0 flex-1 font-mono text-sm"
                onFocus={(event) => event.currentTarget.select()}
              />
              <CopyButton text={secret} label="Copy the token" copiedTitle="Token copied" />
            </div>
          )}
        </Field>
      </DialogContent>
    </Dialog>
  );
}
