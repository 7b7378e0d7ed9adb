import type { Page } from 'playwright-core';
import type { Replies } from '#test/api-replies.ts';

export type Place = { threadId: string; expertIds: Record<string, string> };

export type Form = {
  name: string;
  /** `newcomer`: no other story uses the account. */
  who: 'visitor' | 'newcomer' | 'mia' | 'admin';
  path: string | ((place: Place) => string);
  prepare?: (url: string, token: string) => Promise<unknown>;
  open?: (page: Page) => Promise<void>;
  dialog?: string;
  /** Unique values end in the number. */
  fields: (number: number) => Record<string, string>;
  choose?: (page: Page) => Promise<void>;
  /** 2 sends twice at the same time. */
  send: (page: Page, times: 1 | 2) => Promise<void>;
  /** The button while sending. */
  pending?: string;
  /** The text leaves the form while it is being sent. */
  isMovedWhileWaiting?: boolean;
  call: keyof Replies;
  /** Shown after sending. */
  done: string;
  /** A notification's title. */
  failed: string;
};

export function clickButton(button: string | RegExp, dialog?: string) {
  return async (page: Page, times: 1 | 2): Promise<void> => {
    const scope = dialog ? page.getByRole('dialog', { name: dialog }) : page;
    const found = scope.getByRole('button', { name: button, exact: true }).first();
    await found.click({ clickCount: times });
  };
}

export function pressEnter(label: string | RegExp) {
  return async (page: Page, times: 1 | 2): Promise<void> => {
    await page.getByLabel(label, { exact: true }).press('Enter');
    if (times === 2) await page.keyboard.press('Enter');
  };
}
