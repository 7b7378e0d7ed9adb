/** @returns a `subscribe` for `useSyncExternalStore`, for changes in any tab. */
export function subscribeToChoice(changeSignal: string) {
  return (onChange: () => void) => {
    window.addEventListener(changeSignal, onChange);
    window.addEventListener('storage', onChange);
    return () => {
      window.removeEventListener(changeSignal, onChange);
      window.removeEventListener('storage', onChange);
    };
  };
}
