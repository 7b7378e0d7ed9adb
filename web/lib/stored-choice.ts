/** @returns a `subscribe` for `useSyncExternalStore`, called when this tab or another one stores a choice. */
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
