import type { ChannelKey } from '#shared/channels.ts';
import type { SendFailures } from './failures.ts';
import type { Scheduler } from './scheduler.ts';
import type { TextLog } from './texts.ts';
import type { OptOuts } from './twilio/keywords.ts';
import type { WireLog } from './wire.ts';

/** What every stand-in works with. */
export type SandboxContext = {
  texts: TextLog;
  wire: WireLog;
  failures: SendFailures;
  optOuts: OptOuts;
  scheduler: Scheduler;
  fetch: typeof fetch;
};

export type TwilioAccount = {
  accountSid: string;
  authToken: string;
  /** Where the API is played: addresses of media begin with it. */
  apiUrl: string;
  /** Twilio's default: it answers STOP, START and HELP itself. */
  answersKeywords: boolean;
};
export type StripeAccount = { secretKey: string; webhookSecret: string };

/** An expert as the phone page knows it. */
export type SandboxExpert = {
  id: string;
  displayName: string;
  channel: ChannelKey;
  /** On SMS and WhatsApp people reach the expert by the number, on Apple Messages by the handle. */
  phoneNumber: string | null;
  handle: string;
  /** WhatsApp's own id of the number; null: the account's default. */
  phoneNumberId: string | null;
  imageUrl: string | null;
  tagline: string | null;
};
