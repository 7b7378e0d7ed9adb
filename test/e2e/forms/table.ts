import type { Page } from 'playwright-core';
import { cards } from '#sandbox/stripe/payments.ts';
import { checkoutReply, subscriptionReply } from '#shared/api/billing.ts';
import { callApi } from '../api.ts';
import { openDialog } from '../screens/actions.ts';
import { clickButton, type Form, type Place, pressEnter } from './form.ts';
import { knowledgeForms } from './knowledge-forms.ts';

const thread = ({ threadId }: Place) => `/threads/${threadId}`;

export const forms: Form[] = [
  {
    name: 'Login',
    who: 'visitor',
    path: '/login',
    fields: () => ({ Email: 'mia@example.com', Password: 'Sagewire-demo-1' }),
    send: clickButton('Login'),
    pending: 'Logging in...',
    call: 'POST /api/auth/login',
    done: 'Welcome back!',
    failed: 'Login failed',
  },
  {
    name: 'Sign Up',
    who: 'visitor',
    path: '/login',
    open: (page) => page.getByRole('tab', { name: 'Sign Up' }).click(),
    fields: (number) => ({
      Email: `nils${number}@example.com`,
      'Phone number': `+44 20 7946 0${number}`,
      'First name': 'Nils',
      'Last name': 'Holm',
      Password: 'Quiet-Harbor-1',
      'Confirm password': 'Quiet-Harbor-1',
    }),
    send: agreeAndCreate,
    pending: 'Creating account...',
    call: 'POST /api/auth/register',
    done: 'Welcome to Sagewire!',
    failed: 'Registration failed',
  },
  {
    name: 'Connect',
    who: 'newcomer',
    path: '/user/experts',
    open: (page) => page.getByRole('button', { name: 'Connect Now' }).first().waitFor(),
    fields: () => ({}),
    send: clickButton(/^Connect Now to/),
    pending: 'Connecting...',
    call: 'POST /api/experts/:id/connect',
    done: 'Connection request sent',
    failed: 'Failed to connect',
  },
  {
    name: 'Title of a conversation',
    who: 'mia',
    path: thread,
    open: async (page) => {
      const field = page.getByLabel('Conversation title');
      const title = page.getByRole('button', { name: ', rename' });
      await title.or(field).waitFor();
      // A title that could not be saved is still in its field.
      if (!(await field.isVisible())) await title.click();
    },
    fields: (number) => ({ 'Conversation title': `Fractions ${number}` }),
    // Leaving the field saves as well.
    send: (page) => page.getByLabel('Conversation title').press('Enter'),
    call: 'PUT /api/threads/:id/title',
    done: 'Title updated',
    failed: 'Update failed',
  },
  {
    name: 'New expert',
    who: 'admin',
    path: '/experts',
    open: openDialog('Create expert', 'Create an expert'),
    dialog: 'Create an expert',
    fields: (number) => ({
      'Display name': 'Ivo',
      Handle: `ivo${number}`,
      'Phone number': `+44 20 7946 0${number}`,
      'System prompt': 'You are Ivo.\nYou answer in one sentence.',
      'Primary color': '#2F6B4F',
    }),
    choose: async (page) => {
      await page.getByLabel('AI provider').click();
      await page.getByRole('option', { name: 'Sandbox AI' }).click();
    },
    send: clickButton('Create expert', 'Create an expert'),
    pending: 'Saving...',
    call: 'POST /api/experts',
    done: 'Expert created',
    failed: 'Failed to create expert',
  },
  {
    name: 'Expert',
    who: 'admin',
    path: '/experts',
    open: openDialog('Edit Ada', 'Edit Ada'),
    dialog: 'Edit Ada',
    fields: (number) => ({ Tagline: `Numbers, gently ${number}`, Validator: 'Maths only.' }),
    send: clickButton('Save changes', 'Edit Ada'),
    pending: 'Saving...',
    call: 'PUT /api/experts/:id',
    done: 'Expert updated',
    failed: 'Failed to update expert',
  },
  {
    name: 'New AI provider',
    who: 'admin',
    path: '/providers',
    open: openDialog('Add provider', 'Add an AI provider'),
    dialog: 'Add an AI provider',
    fields: (number) => ({ 'Display name': `House model ${number}`, 'API key': 'sk-house-1234' }),
    send: clickButton('Add provider', 'Add an AI provider'),
    pending: 'Saving...',
    call: 'POST /api/providers',
    done: 'Provider added',
    failed: 'Failed to add provider',
  },
  {
    name: 'AI provider',
    who: 'admin',
    path: '/providers',
    open: openDialog('Edit Sandbox AI', 'Edit Sandbox AI'),
    dialog: 'Edit Sandbox AI',
    fields: (number) => ({ 'Max tokens': `1${number}` }),
    send: clickButton('Save changes', 'Edit Sandbox AI'),
    pending: 'Saving...',
    call: 'PUT /api/providers/:id',
    done: 'Provider updated',
    failed: 'Failed to update provider',
  },
  {
    name: 'Profile',
    who: 'newcomer',
    path: '/user/settings',
    fields: (number) => ({
      'First name': 'Nobuko',
      'Last name': 'Ito',
      'Phone number': `+44 20 7946 2${number}`,
    }),
    send: clickButton('Save changes'),
    pending: 'Saving...',
    call: 'PUT /api/auth/profile',
    done: 'Profile updated',
    failed: 'Update failed',
  },
  {
    name: 'Settings of an admin',
    who: 'admin',
    path: '/settings',
    fields: (number) => ({ 'First name': `Ann ${number}`, 'Last name': 'Chief' }),
    send: clickButton('Save changes'),
    pending: 'Saving...',
    call: 'PUT /api/auth/profile',
    done: 'Settings updated',
    failed: 'Failed to update settings',
  },
  ...knowledgeForms,
  {
    name: 'Token for scripts',
    who: 'admin',
    path: '/settings',
    open: openDialog('Create a token', 'Create a token'),
    dialog: 'Create a token',
    fields: (number) => ({ Name: `Nightly import ${number}` }),
    send: clickButton('Create', 'Create a token'),
    pending: 'Creating...',
    call: 'POST /api/api-tokens',
    done: 'Your new token',
    failed: 'Failed to create the token',
  },
  {
    name: 'Checkout',
    who: 'newcomer',
    path: '/user/subscription',
    open: (page) => page.getByRole('radio', { name: 'Pay as you go' }).check(),
    fields: () => ({}),
    send: clickButton('Pay $9.99'),
    pending: 'Opening payment page...',
    call: 'POST /api/subscription/create-checkout-session',
    done: 'Pay with card',
    failed: 'Payment failed',
  },
  {
    name: 'Billing portal',
    who: 'newcomer',
    path: '/user/subscription',
    // The portal opens only after a first purchase.
    prepare: buyMessages,
    open: (page) => page.getByText('No subscription').waitFor(),
    fields: () => ({}),
    send: clickButton('Open billing portal'),
    pending: 'Opening...',
    call: 'POST /api/subscription/create-portal-session',
    done: 'Back to Sagewire',
    failed: 'Failed to open billing portal',
  },
  {
    name: 'Test message',
    who: 'admin',
    path: '/ai-testing',
    open: async (page) => {
      await page.getByLabel('Expert').click();
      await page.getByRole('option', { name: 'Sol' }).click();
    },
    fields: (number) => ({ 'Write to Sol': `How long do ${number} eggs take?` }),
    send: pressEnter('Write to Sol'),
    isMovedWhileWaiting: true,
    pending: 'Sending...',
    call: 'POST /api/test-message',
    done: '(Sandbox answer.)',
    failed: 'Failed to send message',
  },
];

/** Waits until Stripe's event has arrived. */
async function buyMessages(url: string, token: string): Promise<void> {
  const checkout = { token, body: { plan: 'payg' } };
  const reply = await callApi(`${url}/api/subscription/create-checkout-session`, checkout);
  const { url: page } = checkoutReply.parse(reply);
  const session = page?.split('/').at(-1);
  await callApi(`${url}/sandbox/stripe/api/checkout/${session}/pay`, {
    body: { card: cards.good },
  });
  const giveUpAt = Date.now() + 30_000;
  while (Date.now() < giveUpAt) {
    const shown = await callApi(`${url}/api/subscription`, { token });
    if (subscriptionReply.parse(shown).hasPortal) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error("Stripe's event did not arrive");
}

/** A failure leads back to the form, so the agreement opens again. */
async function agreeAndCreate(page: Page, times: 1 | 2): Promise<void> {
  await page.getByRole('button', { name: 'Sign Up' }).click();
  await page.getByRole('dialog', { name: 'SMS Agreement' }).getByRole('checkbox').check();
  await clickButton('Create Account')(page, times);
}
