import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { failWith } from '#test/web/fake-api.ts';
import { aUser } from '#test/web/fixtures.ts';
import { findToast, renderApp } from '#test/web/render.tsx';

const call = 'POST /api/auth/email-change';
const token = 'x'.repeat(43);

describe('a link about a change of email', () => {
  it.each([
    [
      'confirm',
      'Confirm email',
      'Your email is confirmed',
      'You now sign in with new@example.com.',
    ],
    [
      'object',
      'Stop the change',
      'The change was stopped',
      'Choose a new password with "Forgot password?". Your email is new@example.com.',
    ],
  ])('does nothing before the button is pressed: %s', async (answer, button, title, done) => {
    const { api, user } = renderApp(`/email-change#${answer}=${token}`);
    api.on(call, { email: 'new@example.com' });
    const press = await screen.findByRole('button', { name: button });
    expect(api.requests).toEqual([]);
    await user.click(press);
    const email = await screen.findByText('new@example.com');
    expect(email.parentElement?.textContent).toBe(done);
    screen.getByRole('heading', { name: title });
    expect(api.bodiesOf(call)).toEqual([{ answer, token }]);
  });

  it('works for a person who is signed in, and says why it failed', async () => {
    const { api, user } = renderApp(`/email-change#confirm=${token}`, aUser());
    api.on(call, failWith(400, 'token: This link is wrong, used or too old.'));
    await user.click(await screen.findByRole('button', { name: 'Confirm email' }));
    within(await findToast('Email change failed')).getByText(
      'This link is wrong, used or too old.',
    );
    screen.getByRole('button', { name: 'Confirm email' });
  });

  it('says when a part of it is missing', async () => {
    renderApp('/email-change');
    await screen.findByText('This link is incomplete. Please open it from the email again.');
    expect(screen.queryByRole('button')).toBeNull();
  });
});
