/** Not a classifier: it stands in for one that understands what no word list contains. */
const intent: [RegExp, number][] = [
  [/\b(kill|hang|drown|shoot) ?(my|me)self\b|\bend (it all|my life)\b/i, 0.9],
  [/\b(cut|burn|hurt|starv)\w* ?(my|me)self\b/i, 0.8],
  [
    /\b(goodbye|farewell) (letters?|notes?)\b|\bletters? (to|for) (my|the) (kids|family|wife|parents)\b/i,
    0.4,
  ],
  [/\b(gave|given|giving) (away )?(my|the) (dog|cat|things|watch|guitar)( away)?\b/i, 0.3],
  [/\b(where it is quiet|where it's quiet|finally be quiet|never wake)\b/i, 0.4],
  [/\b(tonight|last (day|night|time))\b/i, 0.1],
];
const instructions: [RegExp, number][] = [
  [/\bhow (many|much) \w+ (does it take|would it take|until)\b.*\b(die|wake|over)\b/i, 0.7],
  [/\bpainless(ly)?\b.*\b(way|die|go)\b|\bway to (die|go) without\b/i, 0.7],
];
const topic: [RegExp, number][] = [[/\b(suicid|self.?harm)\w*/i, 0.3]];

export function scoreText(text: string): Record<string, number> {
  const scores = {
    'self-harm/intent': combine(text, intent),
    'self-harm/instructions': combine(text, instructions),
  };
  const { 'self-harm/intent': meant, 'self-harm/instructions': asked } = scores;
  return { ...scores, 'self-harm': Math.max(meant, asked, combine(text, topic)) };
}

function combine(text: string, hints: [RegExp, number][]): number {
  const doubt = hints.reduce(
    (left, [hint, weight]) => (hint.test(text) ? left * (1 - weight) : left),
    1,
  );
  return Math.max(0.00001, 1 - doubt);
}
