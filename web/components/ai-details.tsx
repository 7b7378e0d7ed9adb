import { type ReactNode, useState } from 'react';
import { aiProviderNames } from '#shared/ai-providers.ts';
import type { AiMeta } from '#shared/api/threads.ts';

/** Of what leads on from the quiet line below a message. */
export const linkStyle =
  'rounded-xs underline decoration-dotted underline-offset-2 hover:text-foreground';

/** What an answer took, on demand; `children` are shown behind it. */
export function AiDetails({ aiMeta, children }: { aiMeta: AiMeta; children?: ReactNode }) {
  const [isShown, setIsShown] = useState(false);
  return (
    <>
      <button
        type="button"
        aria-expanded={isShown}
        onClick={() => setIsShown(!isShown)}
        className={linkStyle}
      >
        {isShown ? describeAi(aiMeta) : 'AI details'}
      </button>
      {isShown && children}
    </>
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
