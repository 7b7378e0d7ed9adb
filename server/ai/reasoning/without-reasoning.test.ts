import { describe, expect, it } from 'vitest';
import { withoutReasoning } from './without-reasoning.ts';

const thoughts = 'They ask for 2 + 2. I should be brief.';

describe('reasoning', () => {
  it.each([
    ['DeepSeek, Qwen', `<think>\n${thoughts}\n</think>\n\nFour.`],
    ['a name in capitals', `<THINK>${thoughts}</THINK>Four.`],
    ['Claude, asked to', `<thinking>${thoughts}</thinking>\nFour.`],
    ['with attributes', `<thinking mode="interleaved">${thoughts}</thinking>Four.`],
    ['with a prefix', `<thinking>${thoughts}</thinking>Four.`],
    ['a plan', `<plan>${thoughts}</plan>Four.`],
    ['what is internal', `<internal>${thoughts}</internal>\n\nFour.`],
    ['a rationale', `<rationale>${thoughts}</rationale>Four.`],
    ['in Chinese', `<思考>${thoughts}</思考>Four.`],
    ['in Chinese brackets', `【思考】${thoughts}【/思考】Four.`],
    [
      'with a long name',
      `<think_never_used_51bce0c785ca2f68081bfa7d91973934>${thoughts}</think_never_used_51bce0c785ca2f68081bfa7d91973934>Four.`,
    ],
    [
      'Hunyuan, opensource',
      `<think:opensource>${thoughts}</think:opensource>\n<answer:opensource>Four.</answer:opensource>`,
    ],
    ['marks of start and end', `<start_of_thought>${thoughts}<end_of_thought>Four.`],
    ['marks of start and end, turned', `<reasoning_start>${thoughts}<reasoning_end>Four.`],
    ['llama.cpp', `[Start thinking]\n${thoughts}\n[End thinking]\n\nFour.`],
    [
      'a fold',
      `<details>\n<summary>Thought for 3 seconds</summary>\n${thoughts}\n</details>\nFour.`,
    ],
    ['a heading of its own', `### Thinking\n${thoughts}\n\n### Answer\nFour.`],
    ['ReAct', `Thought: ${thoughts}\nFinal Answer: Four.`],
    ['s1', `<|im_start|>think\n${thoughts}<|im_end|><|im_start|>answer\nFour.`],
    ['MiniMax', `<mm:think>${thoughts}</mm:think>Four.`],
    ['Seed-OSS', `<seed:think>${thoughts}</seed:think>Four.`],
    ['Gemma, EXAONE', `<thought>${thoughts}</thought>Four.`],
    ['a thought process', `<thought_process>${thoughts}</thought_process>Four.`],
    ['inner monologue', `<inner_monologue>${thoughts}</inner_monologue>Four.`],
    ['Reflection', `<reflection>${thoughts}</reflection>Four.`],
    ['reasoning', `<reasoning>${thoughts}</reasoning>Four.`],
    ['a scratchpad', `<scratchpad>${thoughts}</scratchpad>Four.`],
    ['different ends', `<thinking>${thoughts}</think>Four.`],
    ['escaped', `&lt;think&gt;${thoughts}&lt;/think&gt;Four.`],
    ['Magistral', `[THINK]${thoughts}[/THINK]Four.`],
    ['in small letters', `[think]${thoughts}[/think]Four.`],
    ['Kimi', `◁think▷${thoughts}◁/think▷Four.`],
    [
      'Sky-T1, OpenThoughts',
      `<|begin_of_thought|>${thoughts}<|end_of_thought|>\n<|begin_of_solution|>Four.<|end_of_solution|>`,
    ],
    [
      'Command A',
      `<|START_THINKING|>${thoughts}<|END_THINKING|><|START_RESPONSE|>Four.<|END_RESPONSE|>`,
    ],
    ['Granite 3', `Here is my thought process:\n\n${thoughts}\n\nHere is my response:\n\nFour.`],
    [
      'Granite, shortened',
      `**Here's my thought process:** ${thoughts}\n**Here's my response:** Four.`,
    ],
    ['Hunyuan', `<think>${thoughts}</think>\n<answer>\nFour.\n</answer>`],
    ['an answer in a frame', `${thoughts}\n<answer>Four.</answer>`],
    ['Gemma 4', `<|channel>thought\n${thoughts}<channel|>Four.`],
    ['MedGemma', `<unused94>thought\n${thoughts}<unused95>Four.`],
    ['Apertus', `<|inner_prefix|>${thoughts}<|inner_suffix|>Four.`],
    ['Ollama', `Thinking...\n${thoughts}\n...done thinking.\n\nFour.`],
    ['a heading', `**Thinking Process:**\n\n1. ${thoughts}\n\n**Answer:** Four.`],
    ['a fence of its own', `\`\`\`thinking\n${thoughts}\n\`\`\`\nFour.`],
    ['a bare fence', `\`\`\`\n<think>\n${thoughts}\n</think>\n\`\`\`\nFour.`],
    [
      'Open WebUI',
      `<details type="reasoning" done="true">\n<summary>Thought</summary>\n${thoughts}\n</details>\nFour.`,
    ],
    ['LibreChat', `:::thinking\n${thoughts}\n:::\nFour.`],
    ['a comment', `<!-- thinking: ${thoughts} -->\nFour.`],
    [
      'gpt-oss',
      `<|channel|>analysis<|message|>${thoughts}<|end|><|start|>assistant<|channel|>final<|message|>Four.<|return|>`,
    ],
    [
      'gpt-oss, with its role',
      `<|start|>assistant<|channel|>analysis<|message|>${thoughts}<|end|><|start|>assistant<|channel|>final<|message|>Four.`,
    ],
    [
      'gpt-oss, calling a tool',
      `<|channel|>analysis<|message|>${thoughts}<|end|><|start|>assistant<|channel|>commentary to=functions.x <|constrain|>json<|message|>{"a":1}<|call|><|channel|>final<|message|>Four.`,
    ],
    [
      'gpt-oss, opened by the template',
      `analysis<|message|>${thoughts}<|end|><|start|>assistant<|channel|>final<|message|>Four.<|return|>`,
    ],
    [
      'gpt-oss, without its header',
      `${thoughts}<|end|><|start|>assistant<|channel|>final<|message|>Four.`,
    ],
    ['gpt-oss, with marks cut off', `analysis${thoughts}assistantfinalFour.`],
    [
      'gpt-oss, with marks cut off and a tool',
      `analysis${thoughts}assistantcommentary to=x {"a":1}assistantfinalFour.`,
    ],
    ['opened by the template', `${thoughts}</think>Four.`],
    ['opened by the template, Kimi', `${thoughts}◁/think▷Four.`],
    ['opened by the template, Magistral', `${thoughts}[/THINK]\nFour.`],
    ['nothing but its end', '</think>\n\nFour.'],
    ['empty', '<think>\n\n</think>\n\nFour.'],
    ['inside itself', `<think>${thoughts}<think>More.</think>And more.</think>Four.`],
    ['about marks', '<think>They ask what the </think> tag does, or `</think>`.</think>Four.'],
    ['with an open backtick', '<think>They type ` here.</think>Four.'],
    ['with an open backtick, opened by the template', 'They type ` here.</think>Four.'],
    ['with code', `<think>\n\`\`\`js\nadd(2, 2)\n\`\`\`\n${thoughts}</think>Four.`],
    ['twice', `<think>${thoughts}</think><think>Sure.</think>Four.`],
    ['after the answer, without an end', `Four.\n<think>${thoughts}`],
    [
      'with the template around it',
      `<|im_start|>assistant\n<think>${thoughts}</think>Four.<|im_end|>`,
    ],
    ['s1, QwQ', `<|im_start|>think\n${thoughts}\n<|im_start|>answer\nFour.<|im_end|>`],
    ['Gemini', `<ctrl94>thought\n${thoughts}<ctrl95>Four.`],
    ['a box', `<details>\n<summary>Thinking</summary>\n${thoughts}\n</details>\n\nFour.`],
    ['ReAct', `Thought: ${thoughts}\nFinal Answer: Four.`],
    ['two headings', `**Thinking:** ${thoughts}\n\n**Answer:** Four.`],
    ['other words', `<pondering>${thoughts}</pondering>Four.`],
    ['in Chinese', `<思考>${thoughts}</思考>Four.`],
    ['with backslashes', `\\<think\\>${thoughts}\\</think\\>Four.`],
    ['without an end, before a frame', `<think>${thoughts}\n<answer>Four.</answer>`],
    ['in a frame of another name', `<thinking>${thoughts}</thinking>\n<result>Four.</result>`],
    ['a tag that closes itself', '<think/>Four.'],
    ['with a quotation at its end', '<think>I say "yes"</think>Four.'],
  ])('is dropped: %s', (_who, text) => {
    expect(withoutReasoning(text)).toBe('Four.');
  });

  it('is dropped between two parts of an answer', () => {
    expect(withoutReasoning(`Four.<think>${thoughts}</think> Or 2 × 2.`)).toBe('Four. Or 2 × 2.');
    expect(withoutReasoning('I say "yes"</think>"Yes" is four letters.')).toBe(
      '"Yes" is four letters.',
    );
  });

  it.each([
    ['without an end', `<think>${thoughts}`],
    ['without an end, in capitals', `[THINK]${thoughts}`],
    ['with nothing behind it', `${thoughts}</think>\n`],
    ['in a channel', `<|channel|>analysis<|message|>${thoughts}`],
    ['in a channel that has ended', `${thoughts}<|end|><|start|>assistant`],
    ['with marks cut off', `analysis${thoughts}`],
    ['of Granite', `Here is my thought process:\n${thoughts}`],
    ['under a heading', `Thinking Process:\n\n1. ${thoughts}`],
    ['in a fence', `\`\`\`thinking\n${thoughts}`],
  ])('is no answer: %s', (_how, text) => {
    expect(withoutReasoning(text)).toBe('');
  });
});

describe('an answer', () => {
  it.each([
    'Use `<think>` to begin and `</think>` to end.',
    'It is one span: `<think>draft</think>`.',
    'In HTML:\n\n```html\n<think>draft</think>\n```\n\nThat is all.',
    "In Python:\n\n```python\nanswer = text.split('</think>')[-1]\n```",
    'Qwen writes "<think>" first and “</think>” last.',
    'The <think> tag is no HTML.',
    'Some models print the </think> tag.',
    'Analysis of poems takes time.',
    'analysis is a noun.',
    'I think, therefore I am.',
    '<b>Bold</b> & <i>reasons</i>',
    'Here is my response: four.',
    'Reasoning: 2 + 2 is 4.\nAnswer: 4',
    '[Thinking] Hm, the butler did it.',
    '# Plan\n\n1. Think\n2. Act',
    '## Reasoning\n\nLogic moves from premises to a conclusion.',
    'Thought: a noun. It comes from thinking.',
    'My plan is short: add.',
    '<details>\n<summary>More</summary>\nText\n</details>',
    '```\nx = 1\n```\n\n```\ny = 2\n```',
    'Write <output>4</output> on a page.',
    'The final assistant finalized it.',
    'Type ` and then ` again.',
    'Qwen writes its reasoning between <think> and </think>, then the answer.',
    'Put your reasoning in <thinking> tags and the answer in <answer> tags.',
    'Use the element <reason> in your XML, and close it with </reason>.',
    'The XML has <analysis> and <plan> elements.',
    '<ThoughtBubble text="Hi" /> is a component.',
    'Here is my thought process for the plan:\n1. Rice\n2. Beans',
    'analysisResult = 4',
    'commentaryTrack.mp3',
    'Thought: a noun.',
    'Thinking: it takes time.',
  ])('stays as it is: %s', (text) => {
    expect(withoutReasoning(text)).toBe(text);
  });
});

it.each([
  ['closing marks', '</think>'],
  ['opening marks', '<think>'],
  ['backticks', '` `` ``` '],
  ['backticks around marks', '`</think>'],
  ['fences', '\n```\n</think>\n```js'],
  ['angles', '<'],
  ['names without an end', '<think'],
  ['brackets', '[think]'],
  ['channels', '<|channel|>analysis<|message|>'],
  ['empty lines', '\n \t'],
  ['pipes', '<|end'],
])('a hostile text of %s takes linear time', (_what, piece) => {
  const text = piece.repeat(Math.ceil(400_000 / piece.length));
  expect(withoutReasoning(`${text}\n\n</think>Four.`)).toMatch(/^$|Four\.$/);
});
