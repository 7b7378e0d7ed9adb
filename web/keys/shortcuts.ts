import { isComposing } from '#web/lib/is-composing.ts';

type Place = 'Anywhere' | 'In the list' | 'In a conversation';

export type Shortcut = {
  /** As the browser names them; Mod is Cmd on a Mac and Ctrl elsewhere. */
  keys: readonly string[];
  where: Place;
  does: string;
  /** Repeats while the key is held. */
  repeats?: true;
};

export const shortcuts = {
  palette: { keys: ['Mod+k'], where: 'Anywhere', does: 'Go to anything' },
  sheet: { keys: ['?'], where: 'Anywhere', does: 'Show the shortcuts' },
  search: { keys: ['/'], where: 'In the list', does: 'Search people and messages' },
  next: { keys: ['j', 'ArrowDown'], where: 'In the list', does: 'Next', repeats: true },
  previous: { keys: ['k', 'ArrowUp'], where: 'In the list', does: 'Previous', repeats: true },
  first: { keys: ['Home'], where: 'In the list', does: 'First' },
  last: { keys: ['End'], where: 'In the list', does: 'Last loaded' },
  open: { keys: ['Enter'], where: 'In the list', does: 'Open' },
  select: { keys: ['x', 'X'], where: 'In the list', does: 'Select' },
  selectAll: { keys: ['Mod+a'], where: 'In the list', does: 'Select all that match' },
  failed: { keys: ['f'], where: 'In the list', does: 'Failed; press again for the last 7 days' },
  take: { keys: ['t'], where: 'In a conversation', does: 'Take over, also from the list' },
  giveBack: { keys: ['T'], where: 'In a conversation', does: 'Return to AI' },
  reply: { keys: ['r'], where: 'In a conversation', does: 'Reply' },
  /** The composer's own. */
  sendAndResolve: {
    keys: ['Mod+Shift+Enter'],
    where: 'In a conversation',
    does: 'Send what is written, and resolve',
  },
  resolve: {
    keys: ['e'],
    where: 'In a conversation',
    does: 'Resolve or reopen it, or resolve the selection',
  },
  resolveAndKeep: {
    keys: ['E'],
    where: 'In a conversation',
    does: 'Resolve, and keep it from the AI',
  },
  assign: {
    keys: ['a'],
    where: 'In a conversation',
    does: 'Assign it or the selection to me; again: to no one',
  },
  label: { keys: ['l'], where: 'In a conversation', does: 'Label it or the selection' },
  back: { keys: ['Escape'], where: 'In a conversation', does: 'Back to the list' },
} as const satisfies Record<string, Shortcut>;

export type ShortcutName = keyof typeof shortcuts;

const names = Object.keys(shortcuts) as ShortcutName[];
const isMac = /Mac|iPhone|iPad/.test(navigator.platform);

const typingFields = 'input, textarea, select, [contenteditable="true"], [role="combobox"]';
/** An open menu or list uses letters for its own selection. */
const overlays = ['dialog', 'alertdialog', 'menu', 'listbox']
  .map((role) => `[role="${role}"]:not([data-state="closed"])`)
  .join();

export function isTypingField(target: EventTarget | null): boolean {
  return target instanceof Element && target.matches(typingFields);
}

/** A letter or sign without a modifier. */
export function isSingleKey(key: string): boolean {
  return key.length === 1;
}

/** Caps Lock changes nothing: only Shift makes a capital. */
function nameKey(event: KeyboardEvent): string | null {
  const { key, ctrlKey, metaKey, altKey, shiftKey } = event;
  const [mod, other] = isMac ? [metaKey, ctrlKey] : [ctrlKey, metaKey];
  if (other || altKey) return null;
  if (mod) return `Mod+${key.toLowerCase()}`;
  if (!isSingleKey(key)) return key;
  return shiftKey ? key.toUpperCase() : key.toLowerCase();
}

export function findShortcut(event: KeyboardEvent, hasSingleKeys: boolean): ShortcutName | null {
  if (event.defaultPrevented || isComposing(event) || document.querySelector(overlays)) return null;
  const pressed = nameKey(event);
  if (pressed === null) return null;
  if (isSingleKey(pressed) && (!hasSingleKeys || isTypingField(event.target))) return null;
  return (
    names.find((name) => {
      const { keys, repeats }: Shortcut = shortcuts[name];
      return keys.includes(pressed) && (repeats || !event.repeat);
    }) ?? null
  );
}

const keyLabels: Record<string, string> = {
  Mod: isMac ? '⌘' : 'Ctrl',
  ArrowDown: '↓',
  ArrowUp: '↑',
  Escape: 'Esc',
  X: 'Shift X',
  T: 'Shift T',
  E: 'Shift E',
};

/** As printed on a keyboard. */
export function labelKeys(keys: string): string[] {
  return keys
    .split('+')
    .flatMap((key) => (keyLabels[key] ?? key).split(' '))
    .map((label) => (label.length === 1 ? label.toUpperCase() : label));
}
