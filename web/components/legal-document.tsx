import type { ReactNode } from 'react';
import { ProvidedBy } from './provided-by.tsx';
import { Dialog, DialogContent } from './ui/dialog.tsx';

export type LegalDialogProps = { isOpen: boolean; onOpenChange: (isOpen: boolean) => void };

export function LegalDialog({
  title,
  effective,
  children,
  ...dialog
}: LegalDialogProps & { title: string; effective: string; children: ReactNode }) {
  return (
    <Dialog open={dialog.isOpen} onOpenChange={dialog.onOpenChange}>
      <DialogContent title={title} description={effective} className="max-w-2xl">
        <div className="grid gap-5">
          <ProvidedBy />
          {children}
        </div>
      </DialogContent>
    </Dialog>
  );
}

export function LegalSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid gap-1.5 leading-relaxed [&_ul]:grid [&_ul]:list-disc [&_ul]:gap-1 [&_ul]:pl-5">
      <h3 className="font-semibold">{title}</h3>
      {children}
    </section>
  );
}
