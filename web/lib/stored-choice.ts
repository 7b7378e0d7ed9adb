/** @returns for `useSyncExternalStore`, what hears of a choice that this tab or another one stores. */
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
