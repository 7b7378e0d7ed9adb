import { type ComponentProps, type ReactNode, useId } from 'react';
import { Button } from './ui/button.tsx';
import { Dialog, DialogClose, DialogContent } from './ui/dialog.tsx';

export function FormDialog({
  title,
  description,
  cancel = 'Cancel',
  action,
  variant = 'primary',
  isPending,
  findGoal,
  onSubmit,
  onClose,
  children,
}: {
  title: string;
  description: string;
  cancel?: string;
  action: string;
  variant?: 'primary' | 'danger';
  isPending: boolean;
  findGoal?: ComponentProps<typeof DialogContent>['findGoal'];
  onSubmit: () => void;
  onClose: () => void;
  children?: ReactNode;
}) {
  const formId = useId();
  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <DialogContent
        title={title}
        description={description}
        findGoal={findGoal}
        footer={
          <>
            <DialogClose asChild>
              <Button variant="outline">{cancel}</Button>
            </DialogClose>
            <Button type="submit" form={formId} variant={variant} disabled={isPending}>
              {action}
            </Button>
          </>
        }
      >
        <form
          id={formId}
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            onSubmit();
          }}
          className="grid grid-cols-1 gap-5"
        >
          {children}
        </form>
      </DialogContent>
    </Dialog>
  );
}
