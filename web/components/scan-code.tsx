import { lazy, Suspense } from 'react';
import { Skeleton } from './ui/skeleton.tsx';

const QrCode = lazy(async () => ({ default: (await import('./qr-code.tsx')).QrCode }));

export function ScanCode({ text, label }: { text: string; label: string }) {
  return (
    <Suspense fallback={<Skeleton className="size-40" />}>
      <QrCode text={text} label={label} />
    </Suspense>
  );
}
