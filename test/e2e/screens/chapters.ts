import { adminAnalytics } from './admin-analytics.ts';
import { adminInbox } from './admin-inbox.ts';
import { adminSetup } from './admin-setup.ts';
import type { Chapter } from './screen.ts';
import { signedOut } from './signed-out.ts';
import { user } from './user.ts';
import { whiteLabel } from './white-label.ts';

/** Everything that there is to see. */
export const chapters: Chapter[] = [
  signedOut,
  user,
  adminInbox,
  adminSetup,
  whiteLabel,
  adminAnalytics,
];
