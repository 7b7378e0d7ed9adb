import type { Who } from './screen.ts';

type Redirect = {
  who: Who;
  from: string;
  to: string;
  heading: string;
};

const missing = '404 Page Not Found';
const toLogin = ({ from, to }: Pick<Redirect, 'from' | 'to'>): Redirect => ({
  who: 'visitor',
  from,
  to,
  heading: 'Welcome back',
});
const stays = (who: Who, path: string, heading: string): Redirect => ({
  who,
  from: path,
  to: path,
  heading,
});

export const redirects: Redirect[] = [
  // The login page remembers the address.
  toLogin({ from: '/', to: '/login' }),
  ...[
    '/conversations',
    '/experts',
    '/providers',
    '/ai-testing',
    '/analytics',
    '/subscription',
    '/settings',
    '/user/experts',
    '/user/conversations',
    '/user/subscription',
    '/user/settings',
    '/threads/42',
    '/nowhere?really=yes',
  ].map((from) => toLogin({ from, to: `/login?next=${encodeURIComponent(from)}` })),
  toLogin({ from: '/payment-success?session_id=cs_1', to: '/login' }),
  toLogin({ from: '/payment-cancel', to: '/login' }),

  { who: 'mia', from: '/', to: '/user/experts', heading: 'Find your expert' },
  { who: 'mia', from: '/login', to: '/user/experts', heading: 'Find your expert' },
  {
    who: 'mia',
    from: '/login?next=%2Fuser%2Fconversations',
    to: '/user/conversations',
    heading: 'Conversations',
  },
  {
    who: 'mia',
    from: '/login?next=https%3A%2F%2Fsomewhere.example%2F',
    to: '/user/experts',
    heading: 'Find your expert',
  },
  ...[
    '/conversations',
    '/experts',
    '/providers',
    '/ai-testing',
    '/analytics',
    '/subscription',
    '/settings',
    '/user/nowhere',
  ].map((path) => stays('mia', path, missing)),

  { who: 'admin', from: '/login', to: '/', heading: 'Conversations' },
  { who: 'admin', from: '/login?next=%2Fproviders', to: '/providers', heading: 'AI Providers' },
  ...['/user/experts', '/user/settings', '/threads/42', '/nowhere'].map((path) =>
    stays('admin', path, missing),
  ),
];
