import { Download } from 'lucide-react';
import { productName } from '#shared/limits.ts';
import { Button } from '#web/components/ui/button.tsx';
import { Dialog, DialogContent } from '#web/components/ui/dialog.tsx';
import { saveBlob } from '#web/lib/csv.ts';

/** Shown once, so a click beside the dialog does not close it. */
export function RecoveryCodesDialog({ codes, onClose }: { codes: string[]; onClose: () => void }) {
  const save = () => {
    const text = [`${productName} recovery codes, each works once:`, ...codes, ''].join('\n');
    saveBlob('recovery-codes.txt', new Blob([text], { type: 'text/plain;charset=utf-8' }));
  };
  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <DialogContent
        title="Your recovery codes"
        description="Each works once in place of a code. They are shown only now; earlier ones no longer work."
        onInteractOutside={(event) => event.preventDefault()}
        onEscapeKeyDown={(event) => event.preventDefault()}
        footer={
          <>
            <Button variant="outline" onClick={save}>
              <Download aria-hidden />
              Download
            </Button>
            <Button onClick={onClose}>I have saved them</Button>
          </>
        }
      >
        <ul
          data-uncovered
          className="grid grid-cols-1 gap-x-6 gap-y-1.5 rounded-control bg-sunken p-4 font-mono text-sm tabular-nums sm:grid-cols-2"
        >
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
      </DialogContent>
    </Dialog>
  );
}
