import { type ComponentProps, useEffect, useRef } from 'react';
import { cn } from '#web/lib/cn.ts';

export function ListOption({
  isChosen,
  onChoose,
  className,
  ...props
}: ComponentProps<'div'> & {
  /** What Enter chooses. */
  isChosen: boolean;
  onChoose: () => void;
}) {
  const option = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isChosen) option.current?.scrollIntoView({ block: 'nearest' });
  }, [isChosen]);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the keys
    <div
      ref={option}
      role="option"
      tabIndex={-1}
      aria-selected={isChosen}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onChoose}
      className={cn(
        'min-h-11 cursor-default px-2 py-1 default:flex default:items-center default:gap-3 default:rounded-control',
        isChosen
          ? 'bg-primary-soft marked-row default:text-primary-soft-foreground'
          : 'hover:bg-secondary-soft',
        className,
      )}
      {...props}
    />
  );
}
