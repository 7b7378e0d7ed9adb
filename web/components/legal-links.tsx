import { lazy, type ReactNode, Suspense, useState } from 'react';
import { cn } from '#web/lib/cn.ts';

const TermsDialog = lazy(() =>
  import('./terms-dialog.tsx').then((module) => ({ default: module.TermsDialog })),
);
const PrivacyDialog = lazy(() =>
  import('./privacy-dialog.tsx').then((module) => ({ default: module.PrivacyDialog })),
);

function DocumentLink({
  document,
  className,
  children,
}: {
  document: 'terms' | 'privacy';
  className?: string;
  children: ReactNode;
}) {
  const [isOpen, setIsOpen] = useState(false);
  const [wasOpened, setWasOpened] = useState(false);
  const LegalDialog = document === 'terms' ? TermsDialog : PrivacyDialog;
  return (
    <>
      <button
        type="button"
        className={cn('rounded-xs underline underline-offset-2 hover:text-foreground', className)}
        onClick={() => {
          setIsOpen(true);
          setWasOpened(true);
        }}
      >
        {children}
      </button>
      {wasOpened && (
        <Suspense fallback={null}>
          <LegalDialog isOpen={isOpen} onOpenChange={setIsOpen} />
        </Suspense>
      )}
    </>
  );
}

export function TermsLink({ children = 'Terms' }: { children?: ReactNode }) {
  return <DocumentLink document="terms">{children}</DocumentLink>;
}

export function PrivacyLink({ children = 'Privacy' }: { children?: ReactNode }) {
  return <DocumentLink document="privacy">{children}</DocumentLink>;
}
