import type { ChannelKey } from '#shared/channels.ts';
import type { SendFailures } from './failures.ts';
import type { Scheduler } from './scheduler.ts';
import type { TextLog } from './texts.ts';
import type { OptOuts } from './twilio/keywords.ts';
import type { WireLog } from './wire.ts';

export type SandboxContext = {
  texts: TextLog;
  wire: WireLog;
  failures: SendFailures;
  optOuts: OptOuts;
  scheduler: Scheduler;
  fetch: typeof fetch;
  /** For the time that Meta writes on a message. */
  now: () => Date;
};

export type TwilioAccount = {
  accountSid: string;
  authToken: string;
  apiUrl: string;
  /** Twilio's default: it answers STOP, START and HELP itself. */
  answersKeywords: boolean;
};
export type StripeAccount = { secretKey: string; webhookSecret: string };

export type SandboxExpert = {
  id: string;
  displayName: string;
  channel: ChannelKey;
  /** On Apple Messages the handle is the address instead. */
  phoneNumber: string | null;
  handle: string;
  /** Default: the WhatsApp account's. */
  phoneNumberId: string | null;
  imageUrl: string | null;
  tagline: string | null;
  isPaused: boolean;
};
