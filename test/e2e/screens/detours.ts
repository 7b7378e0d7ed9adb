import type { Who } from './screen.ts';

type Detour = {
  who: Who;
  from: string;
  to: string;
  /** What they see there. */
  heading: string;
};

const missing = '404 Page Not Found';
const toLogin = ({ from, to }: Pick<Detour, 'from' | 'to'>): Detour => ({
  who: 'nobody',
  from,
  to,
  heading: 'Welcome back',
});
const stays = (who: Who, path: string, heading: string): Detour => ({
  who,
  from: path,
  to: path,
  heading,
});

/** Where an address leads that is not for whoever opens it. */
export const detours: Detour[] = [
  // Nobody is signed in: the login page, which remembers where they wanted to go.
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
