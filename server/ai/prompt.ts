import type { LanguageModel } from 'ai';
import type { ChatMessage } from './model.ts';
import { toModelMessages } from './vision.ts';

export type SdkModel = Extract<LanguageModel, { specificationVersion: 'v4' }>;
type Prompt = Parameters<SdkModel['doGenerate']>[0]['prompt'];

/** The SDK does this for `generateText` only. */
export function toPrompt(instructions: string, messages: ChatMessage[]): Prompt {
  const said = toModelMessages(messages).map(({ role, content }) => ({
    role,
    content: typeof content === 'string' ? [{ type: 'text', text: content }] : content.map(tagData),
  }));
  return [{ role: 'system', content: instructions }, ...(said as Prompt)]; // toModelMessage makes no other parts
}

function tagData(part: object) {
  return 'data' in part ? { ...part, data: { type: 'data', data: part.data } } : part;
}
