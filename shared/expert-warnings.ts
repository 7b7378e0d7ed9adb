import type { ChannelKey } from './channels.ts';

type Described = {
  channel: ChannelKey;
  displayName: string;
  tagline: string;
  description: string;
  systemPrompt: string;
};

/** Looked up on 2026-11-22. */
const licenses = [
  {
    words:
      'dr|doctor|md|physician|surgeon|nurse|rn|lpn|np|dentist|dds|dmd|pharmacist|pharmd|midwife|dietitian|chiropractor|optometrist|physiotherapist|medic|paramedic|veterinarian|dvm',
    law: 'California AB 489 (Business and Professions Code § 4999.9, since 2026-01-01) bars AI from words that imply a health care license.',
  },
  {
    words:
      'therapist|psychotherapist|psychologist|psychiatrist|psyd|counselor|counsellor|lcsw|lmft|lpc|social worker',
    law: 'California AB 489 (since 2026-01-01) bars AI from words that imply a health care license; Illinois HB 1806 (since 2025-08-04) bars AI from offering therapy.',
  },
  {
    words:
      'attorney|lawyer|esq|esquire|solicitor|barrister|counsel|notary|paralegal|abogado|abogada',
    law: "Only licensed people may call themselves that: the states' laws on the unauthorized practice of law (in California Business and Professions Code § 6126), in England the Solicitors Act 1974.",
  },
  {
    words:
      'cpa|certified public accountant|chartered accountant|cfp|financial adviser|financial advisor',
    law: 'Only licensed or registered people may call themselves that: state accountancy laws, and the rules on investment advisers.',
  },
].map(({ words, law }) => ({ pattern: new RegExp(`(?:^| )(${words})(?= |$)`), law }));

const generalWords =
  /\b(?:general[- ]purpose|general assistant|ai assistant|personal assistant|virtual assistant|ask me anything|anything|everything|any (?:question|topic|subject)|all (?:kinds|sorts)|chatgpt)\b/i;

export const whatsAppWarning =
  "This looks like a general assistant. Meta's terms for WhatsApp (since 2026-01-15) bar AI whose main purpose is that; an expert that answers one business's questions is allowed. Say in the prompt what it is for.";

/** What an admin should know about the law before saving. Nothing is refused for it. */
export function listWarnings(expert: Described): string[] {
  const said = toWords(`${expert.displayName} ${expert.tagline}`);
  const warnings = licenses.flatMap(({ pattern, law }) => {
    const word = pattern.exec(said)?.[1];
    return word ? [`"${word}" implies a license. ${law}`] : [];
  });
  return isGeneralOnWhatsApp(expert) ? [...warnings, whatsAppWarning] : warnings;
}

function isGeneralOnWhatsApp({ channel, tagline, description, systemPrompt }: Described): boolean {
  if (channel !== 'WHATSAPP') return false;
  const isNamed = [tagline, description, systemPrompt].some((text) => generalWords.test(text));
  return isNamed || [tagline, description, systemPrompt].every((text) => text.trim() === '');
}

function toWords(text: string): string {
  return text
    .toLowerCase()
    .replace(/\./g, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .join(' ');
}
