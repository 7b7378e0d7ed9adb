import { useState } from 'react';
import { aiProviderNames } from '#shared/ai-providers.ts';
import type { AiMeta } from '#shared/api/threads.ts';

/** What an answer took, on demand. */
export function AiDetails({ aiMeta }: { aiMeta: AiMeta }) {
  const [isShown, setIsShown] = useState(false);
  return (
    <button
      type="button"
      aria-expanded={isShown}
      onClick={() => setIsShown(!isShown)}
      className="rounded-xs underline decoration-dotted underline-offset-2 hover:text-foreground"
    >
      {isShown ? describeAi(aiMeta) : 'AI details'}
    </button>
  );
}

/** OpenAI · 1.8 s · 212 tokens */
function describeAi({ provider, processingTimeMs, tokenUsage }: AiMeta): string {
  const name = Object.entries(aiProviderNames).find(([key]) => key === provider)?.[1] ?? provider;
  const parts = [name, `${(processingTimeMs / 1000).toFixed(1)} s`];
  const { input, output } = tokenUsage;
  if (input !== null || output !== null) {
    parts.push(`${((input ?? 0) + (output ?? 0)).toLocaleString('en-US')} tokens`);
  }
  return parts.join(' · ');
}
