import { useSyncExternalStore } from 'react';
import { subscribeToChoice } from '#web/lib/stored-choice.ts';

/** How this browser announces that someone wants a person. Off by default. */
export type Alert = 'notification' | 'sound';

const changeSignal = 'alerts-change';
const subscribe = subscribeToChoice(changeSignal);
const keyOf = (alert: Alert) => `alert_${alert}`;

export function hasAlert(alert: Alert): boolean {
  if (localStorage.getItem(keyOf(alert)) !== 'on') return false;
  return alert === 'sound' || mayNotify();
}

/** The permission may have been withdrawn. */
function mayNotify(): boolean {
  return 'Notification' in window && Notification.permission === 'granted';
}

export function storeAlert(alert: Alert, isOn: boolean): void {
  if (isOn) localStorage.setItem(keyOf(alert), 'on');
  else localStorage.removeItem(keyOf(alert));
  window.dispatchEvent(new Event(changeSignal));
}

export function useAlert(alert: Alert): boolean {
  return useSyncExternalStore(subscribe, () => hasAlert(alert));
}
