import type { Page } from 'playwright-core';
import type { Replies } from '#test/api-replies.ts';

/** One form that sends something, and what it must survive. */
export type Form = {
  name: string;
  /** `somebody` has an account that nobody else uses. */
  who: 'nobody' | 'somebody' | 'mia' | 'admin';
  path: string | ((place: { threadId: string }) => string);
  /** What they have done before. */
  prepare?: (url: string, token: string) => Promise<unknown>;
  /** What leads from the page to the form. */
  open?: (page: Page) => Promise<void>;
  /** The dialog that it is in. */
  dialog?: string;
  /** What is typed, by the labels of the fields; where something must be unique, it ends in the number. */
  fields: (number: number) => Record<string, string>;
  /** What cannot be typed, once everything else is. */
  choose?: (page: Page) => Promise<void>;
  /** Sends it, or tries to do so twice at once. */
  send: (page: Page, times: 1 | 2) => Promise<void>;
  /** The button while it waits; a form without one has closed meanwhile. */
  pending?: string;
  /** Meanwhile what was typed stands elsewhere. */
  isMovedWhileWaiting?: boolean;
  call: keyof Replies;
  /** What is to be read when it has been sent. */
  done: string;
  /** The notification's title when it could not be sent. */
  failed: string;
};

/** Sends a form by its button. */
export function pressing(button: string, dialog?: string) {
  return async (page: Page, times: 1 | 2): Promise<void> => {
    const scope = dialog ? page.getByRole('dialog', { name: dialog }) : page;
    const found = scope.getByRole('button', { name: button, exact: true }).first();
    await found.click({ clickCount: times });
  };
}

/** Sends a form by Enter in a field. */
export function entering(label: string | RegExp) {
  return async (page: Page, times: 1 | 2): Promise<void> => {
    await page.getByLabel(label).press('Enter');
    if (times === 2) await page.keyboard.press('Enter');
  };
}
