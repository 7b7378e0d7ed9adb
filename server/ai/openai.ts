import { createOpenAI } from '@ai-sdk/openai';
import { generateReply } from './generate-reply.ts';
import { fetchModelNames } from './list-models.ts';
import type { ChatModel, ModelSettings } from './model.ts';
import { validate } from './validate.ts';

const defaultAddress = 'https://api.openai.com/v1';

export function createOpenAiModel(call: typeof fetch): ChatModel {
  return {
    reply: (turn) => {
      const { openai, model } = connect(turn.settings, call);
      const tools = turn.settings.useWebSearch
        ? { web_search: openai.tools.webSearch(searchFilter(turn.settings.webSearchDomains)) }
        : undefined;
      return generateReply(model, turn, tools);
    },
    validate: (turn) => validate(connect(turn.settings, call).model, turn),
    listModels: (settings) =>
      fetchModelNames(call, `${addressOf(settings)}/models`, {
        authorization: `Bearer ${settings.apiKey}`,
      }),
  };
}

export function addressOf({
  baseUrl,
  defaultBaseUrl,
}: Pick<ModelSettings, 'baseUrl' | 'defaultBaseUrl'>): string {
  return baseUrl ?? defaultBaseUrl ?? defaultAddress;
}

function connect(settings: ModelSettings, call: typeof fetch) {
  const openai = createOpenAI({
    apiKey: settings.apiKey,
    baseURL: addressOf(settings),
    fetch: call,
  });
  // Compatible servers speak Chat Completions, but web search needs the Responses API.
  const usesChat = settings.baseUrl !== null && !settings.useWebSearch;
  return { openai, model: usesChat ? openai.chat(settings.model) : openai(settings.model) };
}

function searchFilter(allowedDomains: string[]) {
  return allowedDomains.length > 0 ? { filters: { allowedDomains } } : {};
}
