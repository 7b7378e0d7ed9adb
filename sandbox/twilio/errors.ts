/** Twilio's page "Error and Warning Dictionary". */
const errors = {
  20003: [401, 'Authenticate'],
  20404: [404, 'The requested resource was not found'],
  20429: [429, 'Too Many Requests'],
  20500: [500, 'An internal server error has occurred'],
  21211: [400, "Invalid 'To' Phone Number: {to}"],
  21212: [400, 'Invalid From Number (caller ID): {from}'],
  21266: [400, "'To' and 'From' number cannot be the same"],
  21408: [
    400,
    "Permission to send an SMS has not been enabled for the region indicated by the 'To' number: {to}",
  ],
  21602: [400, 'Message body is required.'],
  21603: [400, "A 'From' phone number is required."],
  21604: [400, "A 'To' phone number is required."],
  21606: [
    400,
    "The 'From' phone number provided ({from}) is not a valid message-capable Twilio phone number for this destination/account",
  ],
  21609: [400, "The 'StatusCallback' URL {statusCallback} is not a valid URL"],
  21610: [400, 'Attempt to send to unsubscribed recipient'],
  21611: [400, "This 'From' number has exceeded the maximum number of queued messages"],
  21612: [
    400,
    "Message cannot be sent with the current combination of 'To' ({to}) and/or 'From' ({from}) parameters",
  ],
  21614: [400, "'To' number is not a valid mobile number: {to}"],
  21617: [400, 'The concatenated message body exceeds the 1600 character limit'],
  21910: [400, "Invalid 'From' and 'To' pair. 'From' and 'To' should be of the same channel"],
} as const satisfies Record<number, readonly [number, string]>;

export type TwilioCode = keyof typeof errors;

export type TwilioError = {
  status: number;
  body: { code: number; message: string; more_info: string; status: number };
};

type Facts = { to?: string; from?: string; statusCallback?: string };

export function createTwilioError(code: TwilioCode, facts: Facts = {}): TwilioError {
  const [status, template] = errors[code];
  const message = template.replace(/\{(\w+)\}/g, (_, name: string) =>
    name === 'to' ? maskEnd(facts.to ?? '') : (facts[name as keyof Facts] ?? ''),
  );
  const moreInfo = `https://www.twilio.com/docs/errors/${code}`;
  return { status, body: { code, message, more_info: moreInfo, status } };
}

/** As Twilio does. */
function maskEnd(to: string): string {
  return to.length > 8 ? `${to.slice(0, -4)}XXXX` : to;
}
