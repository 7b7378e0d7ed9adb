import { useEffect, useRef } from 'react';
import type { ShortcutName } from './shortcuts.ts';

export type OfferedName = Extract<
  ShortcutName,
  'take' | 'giveBack' | 'reply' | 'resolve' | 'resolveAndKeep' | 'assign' | 'label' | 'sheet'
>;
export type OfferedAction = { name: OfferedName; label: string; run: () => void };

const offers = new Set<{ current: OfferedAction[] }>();

export function useOfferedActions(actions: OfferedAction[]): void {
  const latest = useRef(actions);
  useEffect(() => {
    latest.current = actions;
  });
  useEffect(() => {
    offers.add(latest);
    return () => void offers.delete(latest);
  }, []);
}

export function listOfferedActions(): OfferedAction[] {
  return [...offers].flatMap(({ current }) => current);
}
