import type { ChannelKey } from './channels.ts';
import { normalize } from './normalize.ts';

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
      'dr(?! (?:pepper|seuss|who|martens|dre) )|doctor(?! who )|doctora|medico|medica|md|physician|pediatrician|paediatrician|dermatologist|cardiologist|neurologist|oncologist|gynecologist|obstetrician|radiologist|urologist|endocrinologist|gastroenterologist|ophthalmologist|anesthesiologist|orthodontist|podiatrist|audiologist|surgeon|nurse|enfermera|enfermero|rn|lpn|lvn|np|aprn|arnp|crna|pa c|dentist|dentista|dds|dmd|pharmacist|pharmd|pharm d|midwife|dietitian|dietician|chiropractor|optometrist|physiotherapist|physical therapist|medic|paramedic|veterinarian|dvm',
    law: 'California AB 489 (Business and Professions Code § 4999.9, since 2026-01-01) bars AI from words that imply a health care license.',
  },
  {
    words:
      'therapist(?<!physical therapist)|terapeuta|psychotherapist|psychologist|psychiatrist|psicologo|psicologa|psiquiatra|psyd|psy d|counselor|counsellor|lcsw|lmft|lpc|social worker',
    law: 'California AB 489 (since 2026-01-01) bars AI from words that imply a health care license; Illinois HB 1806 (since 2025-08-04) bars AI from offering therapy.',
  },
  {
    words:
      'attorney|lawyer|jd|juris doctor|esq|esquire|solicitor|barrister|counsel|notary|paralegal|abogado|abogada',
    law: "Only licensed people may call themselves that: the states' laws on the unauthorized practice of law (in California Business and Professions Code § 6126), in England the Solicitors Act 1974.",
  },
  {
    words:
      'cpa|certified public accountant|chartered accountant|cfp|financial adviser|financial advisor',
    law: 'Only licensed or registered people may call themselves that: state accountancy laws, and the rules on investment advisers.',
  },
  {
    words: 'licensed|licenced|board certified|state certified',
    law: 'An AI has none: California AB 489 (since 2026-01-01) bars AI from implying one for health care, and elsewhere it is a false claim (FTC Act § 5).',
  },
].map(({ words, law }) => ({ pattern: new RegExp(` ((?:${words})s?) `), law }));

/** An assistant or questions "for" or "about" something have a purpose. */
const generalWords = new RegExp(
  `\\b(?:${[
    'general[- ]purpose|general assistant|ai assistant|personal assistant|virtual assistant|chatgpt',
    'helpful assistant(?=\\s*(?:[.!\\n]|$))',
    'anything|everything|any (?:question|topic|subject)|all (?:kinds|sorts)',
    '(?:all|every) (?:\\w+ )?questions?(?! (?:about|on|of|regarding|concerning|related))',
    '(?:with|about|on) whatever',
  ].join('|')})\\b`,
  'i',
);

export const whatsAppWarning =
  "This looks like a general assistant. Meta's terms for WhatsApp (since 2026-01-15) bar AI whose main purpose is that; an expert that answers one business's questions is allowed. Say in the prompt what it is for.";

/** Legal warnings for the admin; nothing is refused. */
export function listWarnings(expert: Described): string[] {
  const said = toWords(`${expert.displayName} ${expert.tagline}`);
  const warnings = licenses.flatMap(({ pattern, law }) => {
    const word = pattern.exec(` ${said} `)?.[1];
    return word ? [`"${word}" implies a license. ${law}`] : [];
  });
  return isGeneralOnWhatsApp(expert) ? [...warnings, whatsAppWarning] : warnings;
}

function isGeneralOnWhatsApp({ channel, tagline, description, systemPrompt }: Described): boolean {
  if (channel !== 'WHATSAPP') return false;
  const isNamed = [tagline, description, systemPrompt].some((text) => generalWords.test(text));
  return isNamed || [tagline, description, systemPrompt].every((text) => text.trim() === '');
}

/** `Dr.Ada, R. N.` → `dr ada rn` */
function toWords(text: string): string {
  return normalize(text, 'NFKD')
    .replace(/\p{M}|\p{Cf}/gu, '')
    .toLowerCase()
    .replace(/(?<![\p{L}\p{N}])(\p{L})\.[ \u00a0]?(?=\p{L}(?![\p{L}\p{N}]))/gu, '$1')
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .join(' ');
}
