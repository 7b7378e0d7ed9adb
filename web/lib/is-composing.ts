import type { KeyboardEvent as ReactKeyboardEvent } from 'react';

/** Of every key that an input method handles (UI Events, "Legacy Key & Mouse Event Attributes"). */
const inputMethodKeyCode = 229;

/**
 * The key confirms or cancels a Japanese or Chinese word, so it means nothing else. Safari ends the composition before
 * it reports the key: then only the key code says so (WebKit bug 165004).
 */
export function isComposing(event: KeyboardEvent | ReactKeyboardEvent): boolean {
  const key = 'nativeEvent' in event ? event.nativeEvent : event;
  return key.isComposing || key.keyCode === inputMethodKeyCode;
}
