import { parsePhoneNumberFromString } from 'libphonenumber-js/min';
import {
  findAmericanKind,
  findBritishKind,
  findCountryOfArea,
  type LineKind,
  lineKinds,
} from './calling-areas.ts';
import { normalize } from './normalize.ts';

const unsupportedPhoneMessage = 'Only US (+1) and UK (+44) phone numbers are supported';
export const phoneHint =
  'Only US (+1) and UK (+44) numbers, with US territories, the Channel Islands and the Isle of Man.';
const untextablePhoneMessage = "This kind of number can't receive texts";

const problems = {
  none: 'Enter a phone number, like +1 202 555 0143.',
  notDigits: 'A phone number has only digits. Leave out letters and extensions.',
  unknownShort: 'This number is too short: a US number has 10 digits. Start a UK number with +44.',
  unknownLong: 'This number is too long: a US number has 10 digits. Start a UK number with +44.',
  usShort: 'This number is too short: a US number has 10 digits after +1.',
  usLong: 'This number is too long: a US number has 10 digits after +1.',
  ukShort: 'This number is too short: a UK number has 10 digits after +44.',
  ukLong: 'This number is too long: a UK number has 10 digits after +44.',
};

type Reading = { number: string; kind: LineKind | null } | { problem: string };

/** E.164 of a US or UK number of any kind, however it is typed; without a country code it is American or `0…`. */
export function parsePhone(text: string): string | null {
  const reading = readPhone(text);
  return 'number' in reading ? reading.number : null;
}

/** Why it is no US or UK number, toll-free ones included; null if it is one. */
export function findLineProblem(text: string): string | null {
  const reading = readPhone(text);
  return 'problem' in reading ? reading.problem : null;
}

/** Why a person can't be texted at this number; null if they can. */
export function findPhoneProblem(text: string): string | null {
  const reading = readPhone(text);
  if ('problem' in reading) return reading.problem;
  return reading.kind && `${untextablePhoneMessage}: ${lineKinds[reading.kind]}.`;
}

/** Null for other addresses, or if the number does not tell. All of +44 is GB, and US territories are US. */
export function findCountry(handle: string): string | null {
  if (handle.startsWith('+44')) return 'GB';
  const areaCode = /^\+1(\d{3})/.exec(handle)?.[1];
  if (!areaCode) return parsePhoneNumberFromString(handle)?.country ?? null;
  const abroad = findCountryOfArea(areaCode);
  return abroad ?? (findAmericanKind(areaCode) ? null : 'US');
}

/** `+1 202 555 0143`; anything but E.164 is unchanged. */
export function formatPhone(e164: string): string {
  return parsePhoneNumberFromString(e164)?.formatInternational() ?? e164;
}

/** Digits of any script as ASCII, without what phones and contact lists put between and around them. */
function fold(text: string): string {
  return foldDigits(normalize(text, 'NFKC'))
    .replace(/[\p{Cf}\p{Z}\p{Pd}\s()./·_]/gu, '')
    .replace(/^(tel|sms|mms|rcs|whatsapp):/i, '')
    .replace(/;phonecontext=.*$/i, '');
}

export function foldDigits(text: string): string {
  return text.replace(/\p{Nd}/gu, toDigit);
}

/** A script's ten digits begin at a code point that ends in 0 or 6. */
function toDigit(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  const row = code & ~0xf;
  const first = /\p{Nd}/u.test(String.fromCodePoint(row)) ? row : row + 6;
  return String(code - first);
}

function readPhone(text: string): Reading {
  const folded = fold(text);
  if (!/\d/.test(folded)) return { problem: problems.none };
  const match = /^(\+*)(\d+)$/.exec(folded);
  if (!match) return { problem: problems.notDigits };
  const [, plus, digits = ''] = match;
  const international = digits.replace(/^00/, '');
  if ((plus && !digits.startsWith('0')) || international !== digits) {
    return readInternational(international);
  }
  return readNational(digits);
}

function readInternational(digits: string): Reading {
  if (digits.startsWith('44')) return readBritish(digits.slice(2).replace(/^0/, ''));
  if (digits.startsWith('1')) return readAmerican(digits.slice(1));
  return { problem: unsupportedPhoneMessage };
}

const maxBritishDigits = 11;

function readNational(digits: string): Reading {
  // Longer than `0113 496 0000`, which is Leeds: dialed abroad from the US.
  if (digits.startsWith('011') && digits.length > maxBritishDigits) {
    return readInternational(digits.slice(3));
  }
  if (digits.startsWith('0')) {
    const reading = readBritish(digits.slice(1));
    if (!('problem' in reading)) return reading;
    return { problem: `${reading.problem} Start it with +44 instead of 0.` };
  }
  if (/^440?\d{10}$/.test(digits)) return readInternational(digits);
  const american = digits.replace(/^1/, '');
  if (american.length < 10) return { problem: problems.unknownShort };
  if (american.length > 10) return { problem: problems.unknownLong };
  const reading = readAmerican(american);
  if (!('problem' in reading) || reading.problem === unsupportedPhoneMessage) return reading;
  return { problem: `${reading.problem} Start a UK number with +44.` };
}

/** NXX NXX XXXX, where N is 2 to 9; N9X is kept for longer numbers, N11 and three others for services. */
function readAmerican(national: string): Reading {
  const areaCode = national.slice(0, 3);
  if (findCountryOfArea(areaCode)) return { problem: unsupportedPhoneMessage };
  if (national.length < 10) return { problem: problems.usShort };
  if (national.length > 10) return { problem: problems.usLong };
  if (/^([01]|.9|.11|555|950|988)/.test(areaCode)) {
    return { problem: `This is not a US number: ${areaCode} is no area code.` };
  }
  if (/^[01]/.test(national.slice(3))) {
    return { problem: 'This is not a US number: no 0 or 1 follows an area code.' };
  }
  return { number: `+1${national}`, kind: findAmericanKind(areaCode) };
}

/** Ten digits; a few towns have nine, and some toll-free numbers seven. */
function readBritish(national: string): Reading {
  const kind = findBritishKind(national);
  const isShortOne = /^(1\d{8}|800\d{6}|(800|845)\d{4})$/.test(national);
  if (national.length < 10 && !isShortOne) return { problem: problems.ukShort };
  if (national.length > 10) return { problem: problems.ukLong };
  return { number: `+44${national}`, kind };
}
