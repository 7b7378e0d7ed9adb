import { type AiProviderKey, defaultModels } from './ai-providers.ts';

type VendorModels = {
  /** The form's suggestions, best first. A new provider gets the first if its default model is retiring. */
  current: readonly string[];
  /** The day from which calls fail. */
  retirements: Readonly<Record<string, string>>;
  /** Models known to read text only. If another one does, the vendor's answer says so. */
  blind?: readonly string[];
};

/** What the vendors offered and had announced on 2026-11-21. Models not listed here work, too. */
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
    // Azure names a model by its deployment, which only the tenant knows.
    current: [],
    retirements: { 'gpt-5': '2027-02-06', 'gpt-4.1': '2026-10-14' },
  },
};

/** A retirement further away needs no action yet. */
const soonDays = 180;
/** New providers don't get a model that retires this soon, and existing ones are offered a replacement. */
const endingDays = 90;
const dayMs = 24 * 60 * 60_000;

export function currentModels(key: AiProviderKey): readonly string[] {
  return models[key]?.current ?? [];
}

/** True unless the model is known to read text only. */
export function readsPictures(key: AiProviderKey, model: string): boolean {
  const names = namesOf(model);
  return !models[key]?.blind?.some((blind) => names.includes(blind));
}

/** The name as typed, and without its version date. */
function namesOf(model: string): string[] {
  const name = model.trim().toLowerCase();
  return [name, name.replace(/-\d{4}-?\d{2}-?\d{2}$/, '')];
}

/** Null unless retirement is soon or past. Names may carry a version date. */
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

/** The model for a provider that names none; empty if the admin must choose one. */
export function chooseModel(key: AiProviderKey, now: Date): string {
  const usual = defaultModels[key];
  return isEnding(key, usual, now) ? (currentModels(key)[0] ?? '') : usual;
}

/** Null unless the model retires within 90 days, or has retired, and the vendor offers another. */
export function findReplacement(key: AiProviderKey, model: string, now: Date): string | null {
  return isEnding(key, model, now) ? (currentModels(key)[0] ?? null) : null;
}

function isEnding(key: AiProviderKey, model: string, now: Date): boolean {
  const retirement = findRetirement(key, model, now);
  return retirement !== null && Date.parse(retirement.on) - now.getTime() <= endingDays * dayMs;
}
