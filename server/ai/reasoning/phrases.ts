/** Models that mark their reasoning by a sentence of their own (IBM Granite, Qwen, Ollama's command line). */
const forms: { start: RegExp; end: RegExp; needsEnd?: boolean }[] = [
  {
    start: /^[\s#*]*here(?:['\u2019]s| is) my thought process[ \t*]*:/i,
    end: /here(?:['\u2019]s| is) my (?:final )?(?:response|answer)[ \t]*:?[ \t*]*/i,
  },
  {
    start: /^Thinking\.\.\.[ \t]*\n/,
    end: /\n\.\.\.done thinking\.?/i,
  },
  {
    start:
      /^[\s#*]*(?:(?:my |internal )?(?:thinking|thought) process|thinking|(?:internal )?monologue|scratchpad)[ \t*]*:[ \t*]*(?=\n|\d)/i,
    end: /\n[#* \t]{0,8}(?:final |my )?(?:answer|response|reply|output)[ \t*]*:[ \t*]*/i,
  },
  // A heading alone may be the answer's own.
  {
    start: /^#{1,6} (?:my )?(?:thinking|thought process|reasoning)(?: process)?:?[ \t]*\n/i,
    end: /\n#{1,6} (?:final |my )?(?:answer|response|reply):?[ \t]*\n/i,
    needsEnd: true,
  },
  // ReAct, as agents of LangChain answer
  { start: /^Thought: /, end: /\nFinal Answer: /, needsEnd: true },
  // s1
  { start: /^<\|im_start\|>think\n/, end: /<\|im_start\|>answer\n?/ },
];

/** Words that a person may have asked for, unless both are there: "Thought: … Final Answer: …". */
const pair = {
  start: /^[\s#*]*(?:thinking|thoughts?)[ \t*]*:/i,
  end: /\n[#* \t]{0,8}(?:final )?answer[ \t*]*:[ \t*]*/i,
};

export function dropPhrased(text: string): string {
  const form = forms.find(({ start }) => start.test(text));
  const end = (form ?? pair).end.exec(text);
  if (!form && !(end && pair.start.test(text))) return text;
  if (end) return text.slice(end.index + end[0].length);
  return form?.needsEnd ? text : '';
}

const frameOnItsLine = /\n[ \t]{0,9}<(?:answer|final_answer|response|solution)>/i;

/** In reasoning that was never closed: where the answer's frame begins, or the end. */
export function findFrame(text: string, from: number): number {
  const found = frameOnItsLine.exec(text.slice(from));
  return found ? from + found.index : text.length;
}

const wrappers =
  /<(answer|final_answer|final|response|output|solution|reply|result|conclusion)(?::\w{1,20})?>|<[|｜](?:begin_of_solution|start_response|answer)[|｜]>/giu;
const ends =
  /<\/(?:answer|final_answer|final|response|output|solution|reply|result|conclusion)(?::\w{1,20})?>|<[|｜](?:end_of_solution|end_response|\/answer)[|｜]>/iu;

/** What stands between `<answer>` and `</answer>`, where the model answers in such a frame. */
export function unwrapAnswer(text: string): string {
  const frame = [...text.matchAll(wrappers)].at(-1);
  if (!frame) return text;
  const isFirst = text.slice(0, frame.index).trim() === '';
  const inside = text.slice(frame.index + frame[0].length);
  const end = ends.exec(inside);
  const after = end ? inside.slice(end.index + end[0].length).trim() : '';
  const isLast = end !== null && after === '';
  const isOwnLine = isFirst || text[frame.index - 1] === '\n' || text[frame.index - 1] === '>';
  const saysAnswer = /answer|final|solution/i.test(frame[0]);
  if (!isOwnLine || !(isFirst ? end || saysAnswer : isLast && saysAnswer)) return text;
  return end ? [inside.slice(0, end.index), after].filter(Boolean).join('\n') : inside;
}

const firstToken = /^\s*<[|｜][\w▁]{1,40}[|｜]>(?:assistant\b)?\s*/u;
const lastToken = /(?:<[|｜][\w▁]{1,40}[|｜]>|<\/s>|<end_of_turn>|\[EOS\])\s*$/u;
const maxTokens = 5;

/** Marks of a chat template at either end. */
export function dropTemplateTokens(text: string): string {
  let rest = text;
  for (let count = 0; count < maxTokens; count++) {
    const tail = rest.slice(-60);
    const cut = tail.replace(lastToken, '');
    rest = rest.slice(0, rest.length - tail.length + cut.length).replace(firstToken, '');
  }
  return rest;
}
