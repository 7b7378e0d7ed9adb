import { Check, Circle } from 'lucide-react';
import { passwordRules } from '#shared/api/auth.ts';
import { cn } from '#web/lib/cn.ts';

function shorten(message: string): string {
  const rule = message.replace(/^Password must (be|contain at least) /, '');
  return rule.charAt(0).toUpperCase() + rule.slice(1);
}

export function PasswordRules({ password }: { password: string }) {
  return (
    <ul className="grid gap-x-4 gap-y-0.5 sm:grid-cols-2">
      {passwordRules.map(({ message, isMet }) => {
        const isDone = isMet(password);
        const Icon = isDone ? Check : Circle;
        return (
          <li
            key={message}
            className={cn('flex items-center gap-1.5', isDone && 'font-medium text-primary')}
          >
            <Icon aria-hidden className="size-3.5 shrink-0" />
            {shorten(message)}
            <span className="sr-only">{isDone ? '(met)' : '(not met yet)'}</span>
          </li>
        );
      })}
    </ul>
  );
}
