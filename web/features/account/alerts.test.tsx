import { screen, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { anAgent } from '#test/web/fixtures.ts';
import { renderApp } from '#test/web/render.tsx';

afterEach(() => void Reflect.deleteProperty(window, 'Notification'));

function stubNotifications(answer: NotificationPermission) {
  const asked = vi.fn(() => {
    Shown.permission = answer;
    return Promise.resolve(answer);
  });
  const shown: string[] = [];
  class Shown {
    static permission: NotificationPermission = 'default';
    static requestPermission = asked;
    constructor(title: string) {
      shown.push(title);
    }
  }
  vi.stubGlobal('Notification', Shown);
  return { asked, shown };
}

async function findSwitch(name: string) {
  const view = renderApp('/settings', anAgent());
  return { ...view, control: await screen.findByRole('switch', { name }) };
}

it('asks for permission only when notifications are switched on, and shows one', async () => {
  const { asked, shown } = stubNotifications('granted');
  const { user, control } = await findSwitch('Browser notification');
  expect([control.getAttribute('aria-checked'), asked.mock.calls.length]).toEqual(['false', 0]);
  await user.click(control);
  expect(control.getAttribute('aria-checked')).toBe('true');
  expect(shown).toEqual(['Notifications are on']);
  await user.click(control);
  expect(control.getAttribute('aria-checked')).toBe('false');
  expect(asked).toHaveBeenCalledTimes(1);
});

it.each([
  ['denied', /This browser blocks notifications from this site/],
  ['default', /need your permission/],
] as const)('says that permission was %s, and stays off', async (answer, reason) => {
  const { shown } = stubNotifications(answer);
  const { user, control } = await findSwitch('Browser notification');
  await user.click(control);
  await within(screen.getByRole('main')).findByText(reason);
  expect([control.getAttribute('aria-checked'), shown]).toEqual(['false', []]);
});

it('says that a browser has no notifications', async () => {
  Reflect.deleteProperty(window, 'Notification');
  const { user, control } = await findSwitch('Browser notification');
  await user.click(control);
  await within(screen.getByRole('main')).findByText(/can't show notifications/);
});
