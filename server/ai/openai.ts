import { createOpenAI } from '@ai-sdk/openai';
import { ask } from './ask.ts';
import { judge } from './judge.ts';
import { fetchNames } from './list.ts';
import type { ChatModel, ModelSettings } from './model.ts';

const ownAddress = 'https://api.openai.com/v1';

/** OpenAI, and every server that speaks its protocol. */
export function createOpenAiModel(call: typeof fetch): ChatModel {
  return {
    reply: (turn) => {
      const { openai, model } = connect(turn.settings, call);
      const tools = turn.settings.useWebSearch
        ? { web_search: openai.tools.webSearch(searchFilter(turn.settings.webSearchDomains)) }
        : undefined;
      return ask(model, turn, tools);
    },
    judge: (turn) => judge(connect(turn.settings, call).model, turn),
    list: (settings) =>
      fetchNames(call, `${addressOf(settings)}/models`, {
        authorization: `Bearer ${settings.apiKey}`,
      }),
  };
}

function addressOf({ baseUrl, defaultBaseUrl }: ModelSettings): string {
  return baseUrl ?? defaultBaseUrl ?? ownAddress;
}

function connect(settings: ModelSettings, call: typeof fetch) {
  const openai = createOpenAI({
    apiKey: settings.apiKey,
    baseURL: addressOf(settings),
    fetch: call,
  });
  // Compatible servers speak Chat Completions; web search exists in the Responses API alone.
  const usesChat = settings.baseUrl !== null && !settings.useWebSearch;
  return { openai, model: usesChat ? openai.chat(settings.model) : openai(settings.model) };
}

function searchFilter(allowedDomains: string[]) {
  return allowedDomains.length > 0 ? { filters: { allowedDomains } } : {};
}
