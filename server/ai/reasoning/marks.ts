/** Parts of names that vendors give to reasoning: `think`, `mm:think`, `antml:thinking`, `inner_monologue`, `thought_process` … */
const topic =
  '[\\w:.-]{0,20}(?:think|thought|reason|reflect|scratchpad|monologue|deliberat|ruminat|ponder|contemplat|rationale)[\\w:.-]{0,60}|analysis|plan(?:ning)?|internal|hidden|cot|思考|推理|思维|思维链';
const left = '(?:\\\\?<|＜|&lt;|\\\\u003c)';
const right = '(?:\\\\?>|＞|&gt;|\\\\u003e)';
/** In capitals only, which `listTokens` checks. */
const bracketed = '(?:THINK(?:ING)?|THOUGHTS?|REASON(?:ING)?|REFLECTION|ANALYSIS|SCRATCHPAD)';
const anyCase = '(?:think(?:ing)?|thoughts?|reason(?:ing)?)';

const closers = [
  `${left}\\s?[/\\\\]\\s?(?:${topic})\\s?${right}`,
  `${left}(?:${topic})\\s?/${right}`,
  // `<|end_of_thought|>`, `<|END_THINKING|>`, `<|/think|>`, `<|thought_end|>`
  `<[|｜](?:(?:/|end)[\\w▁]{0,20}(?:${topic})|[\\w▁]{0,20}(?:${topic})[_▁]end)[|｜]>`,
  // `<end_of_thought>`, `<reasoning_end>`, `<think/>` at the end
  `${left}(?:end_of_[\\w]{0,20}(?:thought|think|reasoning)|[\\w]{0,20}(?:thought|thinking|think|reasoning)_end)${right}`,
  '【/思考】|\\[end thinking\\]',
  `\\[/${anyCase}\\]`,
  `(?<capitalCloser>\\[(?:/|END_)${bracketed}\\])`,
  // Kimi, Apertus, Gemma, MedGemma
  `[◁〈⟨]/think(?:ing)?[▷〉⟩]`,
  '<\\|inner_suffix\\|>',
  '<channel\\|>',
  '<(?:unused|ctrl)95>',
  // s1, QwQ
  '<\\|im_start\\|>answer\\b',
].join('|');

const openers = [
  `${left}\\s?(?:${topic})(?:\\s[^<>\\n]{0,200}(?<!/))?${right}`,
  `<[|｜][\\w▁]{0,20}(?:${topic})[\\w▁]{0,20}[|｜]>`,
  `\\[${anyCase}\\](?=[^\\n[]{0,2000}\\[/)`,
  `(?<capitalOpener>\\[(?:BEGIN_)?${bracketed}\\])`,
  '【思考】|\\[start thinking\\]',
  `[◁〈⟨]think(?:ing)?[▷〉⟩]`,
  '<\\|inner_prefix\\|>',
  '<\\|channel>\\s?(?:thought|analysis)',
  '<(?:unused|ctrl)94>(?:thought)?',
  '<\\|im_start\\|>think\\b',
].join('|');

/** Reasoning whose end is a mark of many meanings. */
const blocks = [
  '<details\\s[^<>\\n]{0,100}reasoning[^<>\\n]{0,100}>',
  '<details>\\s{0,9}<summary>[^<>\\n]{0,20}(?:think|thought|reason|chain of thought)',
  '<!--\\s?(?:think|thought|reason)[\\w ]{0,20}:?',
  '(?<=^|\\n):::\\s?think(?:ing)?\\b',
  '(?<=^|\\n)(?:```|~~~)[ \\t]?(?:think(?:ing)?|thoughts?|reasoning)(?=[ \\t]{0,5}\\n)',
].join('|');
const blockEnds: [start: RegExp, end: string][] = [
  [/^<details/i, '</details>'],
  [/^<!--/, '-->'],
  [/^:::/, '\n:::'],
  [/^```/, '\n```'],
  [/^~~~/, '\n~~~'],
];

const fence = '(?<=^|\\n)[ \\t]{0,3}(?:`{3,}|~{3,})[^\\n`]*(?=\\n|$)';
const ticks = '`+';
const paragraph = '\\n[ \\t]*\\n';

const tokens = new RegExp(
  `(?<close>${closers})|(?<open>${openers})|(?<block>${blocks})|(?<fence>${fence})|(?<ticks>${ticks})|(?<paragraph>${paragraph})`,
  'giu',
);

export type Token = {
  kind: 'close' | 'open' | 'block' | 'fence' | 'ticks' | 'paragraph';
  text: string;
  start: number;
  end: number;
};

const kinds = ['close', 'open', 'block', 'fence', 'ticks', 'paragraph'] as const;

/** In order. Each pattern looks a bounded way ahead, so this takes linear time. */
export function listTokens(text: string): Token[] {
  return Array.from(text.matchAll(tokens))
    .filter(({ groups }) => isAsWritten(groups?.capitalCloser ?? groups?.capitalOpener ?? ''))
    .map(({ 0: found, index: start, groups = {} }) => ({
      kind: kinds.find((kind) => groups[kind] !== undefined) ?? 'paragraph',
      text: found,
      start,
      end: start + found.length,
    }));
}

/**
 * A pattern can't say so within itself: in a process that has compiled many, V8 no longer optimizes them, and one with
 * `i` switched off twice in a row then finds "[Thinking]", too.
 */
const isAsWritten = (mark: string) => mark === mark.toUpperCase();

/** After the block, or the end of the text. */
export function findBlockEnd(text: string, block: Token): number {
  const [, end = '\n'] = blockEnds.find(([start]) => start.test(block.text)) ?? [];
  const at = text.indexOf(end, block.end);
  return at < 0 ? text.length : at + end.length;
}
