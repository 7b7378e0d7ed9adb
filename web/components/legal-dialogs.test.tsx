import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { renderApp } from '#test/web/render.tsx';

async function read(name: string) {
  const { user } = renderApp('/login');
  await user.click(await screen.findByRole('button', { name }));
  const dialog = await screen.findByRole('dialog', { name });
  return dialog.textContent?.replaceAll(/\s+/g, ' ') ?? '';
}

describe('Terms of Service', () => {
  // spec: 9.15 9.16 9.17 9.18 9.19
  it.each([
    'Effective October 3, 2025',
    'You get one reply per message sent.',
    'up to 5 system messages per month',
    'Reply STOP to any of our messages to opt out',
    'STOPALL to opt out of all of ours',
    'Reply HELP for help',
    'You consent to receive recurring SMS messages from Sagewire.',
    'Message and data rates may apply.',
    'Consent is not a condition of purchase.',
  ])('say “%s”', async (text) => expect(await read('Terms of Service')).toContain(text));
});

describe('Privacy Policy', () => {
  // spec: 9.20 9.21 9.22 9.23
  it.each([
    'Phone number, and the proof that it is yours.',
    'Message content',
    'Account info',
    'Device and carrier info',
    'We do not sell your data.',
    'We keep your data while you use Sagewire, or as long as the law requires.',
    'Sagewire is not for children under 13',
    'download a copy of your data, and delete your account with all conversations',
    'has proved no phone and no mailbox, and has paid and texted nothing, is deleted after 30 days',
    'STOPALL to get none of ours',
  ])('says “%s”', async (text) => expect(await read('Privacy Policy')).toContain(text));
});
