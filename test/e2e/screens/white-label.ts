import { openDocument, openMenu } from './actions.ts';
import { adaHost, solHost } from './sample-product.ts';
import type { Section } from './screen.ts';

const login = {
  host: adaHost,
  who: 'visitor',
  path: '/login',
  title: 'Ask Ada',
  heading: 'Welcome back',
} as const;
const experts = {
  host: adaHost,
  who: 'mia',
  path: '/user/experts',
  title: 'Ask Ada',
  heading: 'Find your expert',
} as const;

export const whiteLabel: Section = {
  title: "On an expert's own domain",
  screens: [
    {
      ...login,
      name: 'brand-login',
      caption: 'Login',
      texts: ['Ask Ada', 'Maths by text, one step at a time.'],
    },
    {
      ...login,
      host: solHost,
      title: "Sol's Kitchen",
      name: 'brand-dark-login',
      caption: 'Login, in dark colors',
      texts: ["Sol's Kitchen", 'What to cook, and why it works.'],
    },
    {
      ...login,
      name: 'brand-terms',
      caption: 'Terms of Service',
      action: openDocument('Terms of Service'),
      texts: ['Ask Ada is provided by Sagewire.'],
    },
    { ...experts, name: 'brand-experts', caption: 'Experts', texts: ['Ask Ada', 'Connect Now'] },
    {
      ...experts,
      host: solHost,
      title: "Sol's Kitchen",
      name: 'brand-dark-experts',
      caption: 'Experts, in dark colors',
      texts: ["Sol's Kitchen", 'Connect Now'],
    },
    { ...experts, name: 'brand-menu', caption: 'The menu', action: openMenu, texts: ['Log out'] },
    {
      ...experts,
      name: 'brand-thread',
      caption: 'A conversation',
      path: ({ threadId }) => `/threads/${threadId}`,
      title: 'Ask Ada',
      heading: 'Fractions, patiently',
    },
    {
      ...experts,
      name: 'brand-subscription',
      caption: 'Subscription',
      path: '/user/subscription',
      title: 'Ask Ada',
      heading: 'Subscription',
      texts: ['Most Popular'],
    },
    {
      ...experts,
      name: 'brand-settings',
      caption: 'Settings',
      path: '/user/settings',
      title: 'Ask Ada',
      heading: 'Settings',
      texts: ['Appearance'],
    },
    {
      ...experts,
      name: 'brand-admin-inbox',
      caption: 'Conversations, of an admin',
      who: 'admin',
      path: '/conversations',
      title: 'Ask Ada',
      heading: 'Conversations',
      texts: ['Mia Chen'],
    },
  ],
};
