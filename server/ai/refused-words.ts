/** How vendors and servers say that a request is too long, or that they refuse it. No two say it alike. */

const lengthCodes =
  /^(?:context_length_exceeded|string_above_max_length|exceed_context_size_error|request_too_large|model_context_window_exceeded|context_window_exceeded|model_max_prompt_tokens_exceeded|prompt_too_long|input_too_long|1261)$/;

const part = '(?:prompt|inputs?|request|conversation|messages?|history|query|(?<!_)tokens?)';
const over =
  '(?:too (?:long|large|big|many)|exceed|longer than|greater than|more than|larger than|must (?:be <=|have less than)|only supports up to)';
const lengthMessages = [
  // OpenAI, Azure, Anthropic, Groq, OpenRouter, vLLM, llama.cpp, LM Studio, LiteLLM, MiniMax
  /context[ _]?(?:length|window|size|limit|overflow)/i,
  // xAI, Google, Mistral, Cohere, Bedrock, Moonshot, z.ai, Hugging Face
  new RegExp(`${part}(?:[^.]|\\.\\d){0,80}${over}`, 'i'),
  new RegExp(`${over}[^.]{0,40}(?:input|prompt|context|token limit)`, 'i'),
  /(?:maximum|max) (?:prompt|input|model) (?:length|window|size)|too large for model/i,
  /reduce the (?:length|size|input|prompt|number of)|range of input length/i,
  // vLLM, when the prompt alone fills the window
  /must be at least 1, got -/i,
  // Qwen, GLM, Baidu
  /(?:超长|过长|超限)|(?:输入|提示|文本|上下文|长度|token)[^。]{0,20}(?:超过|超出)/i,
];
const sizes = /token|length|long|large|character|size|limit|maximum|[超过]/i;
/** The answer's limit, a pace, a time, or a file. */
const otherLimits =
  /timed? ?out|time limit|took too|deadline|concurren|capacity|completion tokens|output tokens?|rate limit|quota|per (?:minute|day)|throttl|please wait|billing|credit|(?:image|file|attachment)s? (?:is|are|size|exceed)/i;

export type Said = { status: number; codes: unknown[]; message: string };

/** Less of the conversation may be answered. */
export function saysTooLong({ status, codes, message }: Said): boolean {
  if (status === 413) return true;
  if (status === 429) return /request too large/i.test(message);
  // A wrong key or address has its own words; a proxy answers with 503 what its model refused.
  if ([401, 403, 404].includes(status)) return false;
  if (codes.some((code) => lengthCodes.test(String(code)))) return true;
  const [ofContext, ...others] = lengthMessages;
  if (ofContext?.test(message)) return true;
  // Others speak of their own troubles with the same words.
  const isAboutRequest = status < 300 || [400, 422, 500].includes(status);
  if (!isAboutRequest || otherLimits.test(message) || !sizes.test(message)) return false;
  return others.some((words) => words.test(message));
}

const refusalCodes =
  /^(?:content_filter|content_policy_violation|invalid_prompt|data_inspection_failed|ResponsibleAIPolicyViolation|sensitive_content|SensitiveContentDetected.*|moderation_blocked|cyber_policy|1301)$/;
const refusalMessages =
  /content (?:management|filtering) policy|violat(?:ing|es?) (?:our )?(?:usage|content|safety) (?:policy|policies|guidelines)|content exists risk|considered high risk|inappropriate content|(?:input|prompt|request) (?:was|has been) flagged|safety (?:system|filter|policy)|blocked by (?:the )?(?:guardrails?|moderation|safety)|sensitive (?:content|information)|敏感|违规/i;

export function saysRefused({ status, codes, message }: Said): boolean {
  if (codes.some((code) => refusalCodes.test(String(code)))) return true;
  return [400, 403, 422, 451].includes(status) && refusalMessages.test(message);
}
