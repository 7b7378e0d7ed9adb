import { type DragEvent, type ReactNode, useEffect, useState } from 'react';
import { cn } from '#web/lib/cn.ts';

function hasFiles({ dataTransfer }: { dataTransfer: DataTransfer | null }): boolean {
  return dataTransfer?.types.includes('Files') ?? false;
}

/** Takes files that are dropped anywhere on it. The same by keyboard is a button inside. */
export function DropArea({
  onDrop,
  className,
  children,
}: {
  onDrop: (files: File[]) => void;
  className?: string;
  children: ReactNode;
}) {
  const [isOver, setIsOver] = useState(false);
  useIgnoredMisses();
  const follow = (event: DragEvent) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    setIsOver(true);
  };
  const leave = ({ currentTarget, relatedTarget }: DragEvent) => {
    if (!currentTarget.contains(relatedTarget as Node | null)) setIsOver(false);
  };
  const drop = (event: DragEvent) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    setIsOver(false);
    onDrop([...event.dataTransfer.files]);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button for files does the same
    <div
      onDragEnter={follow}
      onDragOver={follow}
      onDragLeave={leave}
      onDrop={drop}
      className={cn('relative', className)}
    >
      {children}
      {isOver && (
        <p className="pointer-events-none absolute -inset-2 grid place-items-center rounded-card border-2 border-primary border-dashed bg-primary-soft font-semibold text-lg text-primary-soft-foreground opacity-95">
          Drop to add
        </p>
      )}
    </div>
  );
}

/** A file that misses would replace the page, with what was typed on it. */
function useIgnoredMisses(): void {
  useEffect(() => {
    const ignore = (event: globalThis.DragEvent) => {
      if (hasFiles(event)) event.preventDefault();
    };
    window.addEventListener('dragover', ignore);
    window.addEventListener('drop', ignore);
    return () => {
      window.removeEventListener('dragover', ignore);
      window.removeEventListener('drop', ignore);
    };
  }, []);
}
