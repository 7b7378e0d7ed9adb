import { adminAccount } from './admin-account.ts';
import { adminAnalytics } from './admin-analytics.ts';
import { adminDesk } from './admin-desk.ts';
import { adminInbox } from './admin-inbox.ts';
import { adminKeyboard } from './admin-keyboard.ts';
import { adminKnowledge } from './admin-knowledge.ts';
import { adminPeople } from './admin-people.ts';
import { adminSetup } from './admin-setup.ts';
import { adminTesting } from './admin-testing.ts';
import { sandbox } from './sandbox.ts';
import type { Section } from './screen.ts';
import { secondFactor } from './second-factor.ts';
import { signedOut } from './signed-out.ts';
import { user } from './user.ts';
import { userAccount } from './user-account.ts';
import { whiteLabel } from './white-label.ts';

/** In the gallery's order. */
export const sections: Section[] = [
  signedOut,
  user,
  userAccount,
  adminInbox,
  adminDesk,
  adminKeyboard,
  adminPeople,
  adminSetup,
  adminKnowledge,
  adminTesting,
  adminAnalytics,
  adminAccount,
  secondFactor,
  whiteLabel,
  sandbox,
];
