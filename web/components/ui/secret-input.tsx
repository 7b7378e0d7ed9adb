import { Eye, EyeOff } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import { Input } from './input.tsx';

export function SecretInput({
  what = 'password',
  ...props
}: Omit<ComponentProps<'input'>, 'type'> & {
  /** Names what its button shows. */
  what?: string;
}) {
  const [isShown, setIsShown] = useState(false);
  const Icon = isShown ? EyeOff : Eye;
  return (
    <div className="relative">
      <Input {...props} type={isShown ? 'text' : 'password'} className="pr-11" />
      <button
        type="button"
        onClick={() => setIsShown(!isShown)}
        className="absolute inset-y-0 right-0 grid w-11 place-items-center rounded-control text-muted hover:text-foreground"
      >
        {/* Not a label, which would name two controls alike. */}
        <span className="sr-only">
          {isShown ? 'Hide' : 'Show'} {what}
        </span>
        <Icon aria-hidden className="size-4" />
      </button>
    </div>
  );
}
