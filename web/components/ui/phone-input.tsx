import { type ComponentProps, useLayoutEffect, useRef } from 'react';
import { formatPhoneTyping } from '#web/lib/phone-typing.ts';
import { Input } from './input.tsx';

/** Load it lazily: it imports the phone library. */
export function PhoneInput({
  onValueChange,
  ref,
  ...props
}: Omit<ComponentProps<'input'>, 'onChange' | 'type' | 'ref'> & {
  value: string;
  onValueChange: (value: string) => void;
  ref?: (element: HTMLInputElement | null) => void;
}) {
  const input = useRef<HTMLInputElement | null>(null);
  const caret = useRef<number | null>(null);
  useLayoutEffect(() => {
    if (caret.current !== null) input.current?.setSelectionRange(caret.current, caret.current);
    caret.current = null;
  });
  return (
    <Input
      {...props}
      ref={(element) => {
        input.current = element;
        ref?.(element);
      }}
      type="tel"
      inputMode="tel"
      autoComplete="tel"
      onChange={({ target, nativeEvent }) => {
        const inputType = 'inputType' in nativeEvent ? String(nativeEvent.inputType) : '';
        const typed = formatPhoneTyping(
          target.value,
          target.selectionStart ?? target.value.length,
          inputType.startsWith('delete'),
        );
        caret.current = typed.caret;
        onValueChange(typed.text);
      }}
    />
  );
}
