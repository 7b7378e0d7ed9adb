import { type ReactNode, useState } from 'react';
import { aiProviderNames } from '#shared/ai-providers.ts';
import type { AiMeta } from '#shared/api/messages.ts';
import { MoreButton } from './more-button.tsx';

/** A fallback or a cut answer shows without a click. */
export function AiDetails({ aiMeta, children }: { aiMeta: AiMeta; children?: ReactNode }) {
  const [isShown, setIsShown] = useState(false);
  const { fallbackBecause, isCut } = aiMeta;
  return (
    <>
      {fallbackBecause && 'By the fallback provider · '}
      {isCut && (
        <>
          <span className="text-danger">Cut off at Max tokens</span>
          {' · '}
        </>
      )}
      <MoreButton isShown={isShown} onToggle={() => setIsShown(!isShown)}>
        {isShown ? describeAi(aiMeta) : 'AI details'}
      </MoreButton>
      {isShown && children}
      {isShown && fallbackBecause && <span className="block">{fallbackBecause}</span>}
    </>
  );
}

/** OpenAI · Work account · gpt-5.6 · 1.8 s · 212 tokens */
export function describeAi({
  provider,
  providerName,
  model,
  processingTimeMs,
  tokenUsage,
}: Partial<Pick<AiMeta, 'provider'>> & Omit<AiMeta, 'provider'>): string {
  const vendor = Object.entries(aiProviderNames).find(([key]) => key === provider)?.[1] ?? provider;
  const { input, output } = tokenUsage;
  const hasTokens = input !== null || output !== null;
  return [
    vendor,
    providerName === vendor ? null : providerName,
    model,
    `${(processingTimeMs / 1000).toFixed(1)} s`,
    hasTokens && `${((input ?? 0) + (output ?? 0)).toLocaleString('en-US')} tokens`,
  ]
    .filter(Boolean)
    .join(' · ');
}
