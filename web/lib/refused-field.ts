import { describeError, statusOf } from './api-client.ts';

export function findRefusedField<Name extends string>(
  error: unknown,
  names: readonly Name[],
): { name: Name; message: string } | null {
  if (statusOf(error) !== 400) return null;
  const message = describeError(error);
  const name = names.find((each) => message.startsWith(`${each}: `));
  return name ? { name, message: message.slice(name.length + 2) } : null;
}

/** For toasts, without the field's name. */
export function describeRefusal(error: unknown): string {
  const message = describeError(error);
  return statusOf(error) === 400 ? message.replace(/^[A-Za-z]+: /, '') : message;
}
