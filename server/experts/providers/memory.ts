import type { ProviderRow } from '#server/db/schema.ts';

/** Per process: sharing would take a write per call. */
export type ProviderMemory = {
  settings: string;
  failuresInARow: number;
  hasAnswered: boolean;
  /** `pauseMs` is 0 while every text is moderated. */
  moderation: { failures: number; pauseMs: number; pausedUntil: number };
};

export type ProviderMemories = Map<string, ProviderMemory>;

export function recallProvider(
  memories: ProviderMemories,
  provider: Pick<ProviderRow, 'id' | 'apiKey' | 'config'>,
): ProviderMemory {
  const settings = describeSettings(provider);
  const known = memories.get(provider.id);
  if (known?.settings === settings) return known;
  const moderation = { failures: 0, pauseMs: 0, pausedUntil: 0 };
  const fresh = { settings, failuresInARow: 0, hasAnswered: false, moderation };
  memories.set(provider.id, fresh);
  return fresh;
}

export function describeSettings({ apiKey, config }: Pick<ProviderRow, 'apiKey' | 'config'>) {
  return apiKey.iv + JSON.stringify(config);
}
