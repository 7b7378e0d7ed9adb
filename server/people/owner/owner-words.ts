import type { OwnerEvent } from '#server/db/schema.ts';
import { maskEmail } from '#server/messages/system-texts.ts';
import { productName } from '#shared/limits.ts';
import { spellInGsm7 } from '#shared/sms.ts';

/** `link` locks the account, or lets the waiting device in; null: neither is possible any more. */
type Words = { event: OwnerEvent; link: string | null; publicUrl: string };

const isPhone = /^\+\d{8,15}$/;

/** `+12025550143` → `a phone number ending in 0143` */
function maskHandle(handle: string): string {
  return isPhone.test(handle)
    ? `a phone number ending in ${handle.slice(-4)}`
    : 'a messaging account';
}

const resets = { mail: 'with a code by mail', text: 'with a code by text', team: 'by our team' };
const factors = {
  on: 'A second factor was set up.',
  off: 'The second factor was turned off.',
  'new codes': 'New recovery codes were made.',
};

function describeEvent(event: OwnerEvent): string {
  switch (event.kind) {
    case 'password-changed':
      return 'Your password was changed.';
    case 'password-reset':
      return `Your password was reset ${resets[event.by]}.`;
    case 'sign-in':
      return `New sign-in${onDevice(event.device)}.`;
    case 'attached':
      return `${upper(event.handle)} was added to your account.`;
    case 'removed':
      return `${upper(event.handle)} was removed from your account.`;
    case 'email-changed':
      return `Your email is now ${event.email}.`;
    case 'email-lost':
      return `Another account has confirmed ${event.email}, so it no longer signs in to yours. Give yours another email in Settings.`;
    case 'second-factor':
      return factors[event.change];
    case 'joined-team':
      return 'Your account has joined the team.';
    case 'device-waits':
      return `Your password was typed on a new device${onDevice(event.device)}.`;
    case 'factor-guessed':
      return `Your password was typed on a new device${onDevice(event.device)}, with wrong codes of your second factor.`;
    case 'locked':
      return 'Your account is locked.';
    case 'erased':
      return "Your account was deleted. This can't be undone.";
  }
}

/** The page's dialog. */
const newPasswordAt = (publicUrl: string) => `${publicUrl}/login?forgot=password`;
const onDevice = (device: string | null) => (device ? `: ${device}` : '');
const upper = (words: string) => words.charAt(0).toUpperCase() + words.slice(1);

/** One segment where PUBLIC_URL leaves room. */
export function writeOwnerText({ event, link, publicUrl }: Words): string {
  const said = spellInGsm7(describeEvent(event));
  return `${productName}: ${said} ${followText(event, link, publicUrl)}`.trim();
}

function followText({ kind }: OwnerEvent, link: string | null, publicUrl: string): string {
  if (kind === 'locked') return `Choose a new password: ${newPasswordAt(publicUrl)}`;
  if (kind === 'device-waits') return `If it was you, let it in: ${link}`;
  return link ? `Not you? Lock it: ${link}` : '';
}

export function writeOwnerMail({ event, link, publicUrl }: Words): {
  subject: string;
  text: string;
} {
  const said = describeEvent(event);
  const rest = followMail(event, link, publicUrl);
  return { subject: subjects[event.kind], text: `${said}\n\n${rest}`.trim() };
}

const subjects: Record<OwnerEvent['kind'], string> = {
  'password-changed': 'Your password was changed',
  'password-reset': 'Your password was reset',
  'sign-in': 'New sign-in to your account',
  attached: 'A phone was added to your account',
  removed: 'A phone was removed from your account',
  'email-changed': 'Your email was changed',
  'email-lost': 'Your email is with another account',
  'second-factor': 'Your second factor was changed',
  'joined-team': 'Your account has joined the team',
  'device-waits': 'Let a new device sign in?',
  'factor-guessed': 'Your second factor is being guessed',
  locked: 'Your account is locked',
  erased: 'Your account was deleted',
};

function followMail({ kind }: OwnerEvent, link: string | null, publicUrl: string): string {
  if (kind === 'locked') {
    return `Every device is signed out. Choose a new password:\n${newPasswordAt(publicUrl)}`;
  }
  if (kind === 'device-waits') {
    return `Too many wrong passwords were tried, so new devices have to wait. If it was you, let yours in now. The link works for an hour:\n${link}\n\nIf it wasn't you, another person knows your password: change it.`;
  }
  if (!link) return '';
  return `If it was you, there is nothing to do.\n\nIf it wasn't you, lock your account. The link works for seven days:\n${link}`;
}

/** What may be stored and shown: the event without another's whole address. */
export function maskEvent(event: OwnerEvent): OwnerEvent {
  switch (event.kind) {
    case 'attached':
    case 'removed':
      return { ...event, handle: maskHandle(event.handle) };
    case 'email-changed':
    case 'email-lost':
      return { ...event, email: maskEmail(event.email) };
    default:
      return event;
  }
}
