import { type AiProviderKey, defaultModels } from './ai-providers.ts';
import { dayMs } from './time.ts';

type VendorModels = {
  /** Best first; new providers get the first if their default is retiring. */
  current: readonly string[];
  /** The day calls start to fail. */
  retirements: Readonly<Record<string, string>>;
  /** Known to read text only; others say so in their answer. */
  blind?: readonly string[];
};

/** As of 2026-11-21. Unlisted models work, too. */
const models: Partial<Record<AiProviderKey, VendorModels>> = {
  // https://developers.openai.com/api/docs/deprecations
  openai: {
    blind: ['gpt-3.5-turbo', 'gpt-4', 'o1-mini', 'o3-mini'],
    current: ['gpt-6.1-terra', 'gpt-6.1-sol', 'gpt-6-luna', 'gpt-5.6', 'gpt-5.5', 'gpt-5.4'],
    retirements: {
      'gpt-5.1': '2027-04-01',
      'gpt-4.1': '2027-01-14',
      'gpt-4.1-mini': '2027-01-14',
      'gpt-4o': '2027-01-14',
      'gpt-4o-mini': '2027-01-14',
      'gpt-5': '2026-12-11',
      'gpt-5-mini': '2026-12-11',
      'gpt-5-nano': '2026-12-11',
      'gpt-5-pro': '2026-12-11',
      o3: '2026-12-11',
      'gpt-4.1-nano': '2026-10-23',
      'gpt-3.5-turbo': '2026-10-23',
      o1: '2026-10-23',
      'o3-mini': '2026-10-23',
      'o4-mini': '2026-10-23',
    },
  },
  // https://platform.claude.com/docs/en/about-claude/model-deprecations
  anthropic: {
    current: ['claude-sonnet-5-5', 'claude-opus-5-5', 'claude-opus-5', 'claude-haiku-4-5'],
    retirements: {
      'claude-sonnet-4-5': '2026-11-30',
      'claude-sonnet-4': '2026-06-15',
      'claude-opus-4': '2026-06-15',
    },
  },
  // https://ai.google.dev/gemini-api/docs/deprecations
  google: {
    current: ['gemini-3.8-flash', 'gemini-3.5-flash-lite', 'gemini-pro-latest'],
    retirements: {
      'gemini-2.5-pro': '2026-12-01',
      'gemini-2.5-flash': '2026-12-01',
      'gemini-pro': '2025-02-15',
    },
  },
  azure_openai: {
    // Azure deployments have the tenant's own names.
    current: [],
    retirements: { 'gpt-5': '2027-02-06', 'gpt-4.1': '2026-10-14' },
  },
};

const soonDays = 180;
/** New providers don't get such a model; existing ones are offered a replacement. */
const endingDays = 90;

export function currentModels(key: AiProviderKey): readonly string[] {
  return models[key]?.current ?? [];
}

/** True unless known to read text only. */
export function readsPictures(key: AiProviderKey, model: string): boolean {
  const names = namesOf(model);
  return !models[key]?.blind?.some((blind) => names.includes(blind));
}

/** As typed, and without its version date. */
function namesOf(model: string): string[] {
  const name = model.trim().toLowerCase();
  return [name, name.replace(/-\d{4}-?\d{2}-?\d{2}$/, '')];
}

/** Null unless retirement is within 180 days or past. */
export function findRetirement(
  key: AiProviderKey,
  model: string,
  now: Date,
): { on: string; isOver: boolean } | null {
  const names = namesOf(model);
  const found = Object.entries(models[key]?.retirements ?? {}).find(([id]) => names.includes(id));
  if (!found) return null;
  const [, on] = found;
  const msLeft = Date.parse(on) - now.getTime();
  return msLeft > soonDays * dayMs ? null : { on, isOver: msLeft <= 0 };
}

/** Empty if the admin must choose. */
export function chooseModel(key: AiProviderKey, now: Date): string {
  const usual = defaultModels[key];
  return isEnding(key, usual, now) ? (currentModels(key)[0] ?? '') : usual;
}

/** Null if the model stays for 90 days, or the vendor offers no other. */
export function findReplacement(key: AiProviderKey, model: string, now: Date): string | null {
  return isEnding(key, model, now) ? (currentModels(key)[0] ?? null) : null;
}

function isEnding(key: AiProviderKey, model: string, now: Date): boolean {
  const retirement = findRetirement(key, model, now);
  return retirement !== null && Date.parse(retirement.on) - now.getTime() <= endingDays * dayMs;
}
