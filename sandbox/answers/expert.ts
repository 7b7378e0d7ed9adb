import { adaTips } from './ada.ts';
import { solTips } from './sol.ts';
import type { Tip } from './tip.ts';

/** Who the system prompt says is speaking. */
export type Expert = { name: string; topic: string | null; tips: Tip[] };

const nameInPrompt =
  /\b(?:[Yy]ou are|[Yy]ou're|[Yy]our name is|[Aa]ct as|called|named)\s+(?:an?\s+\w+\s+(?:called|named)\s+)?([A-Z][\w'-]+(?: [A-Z][\w'-]+)?)/;
const topicInPrompt =
  /\b(?:explains?|teach(?:es)?|helps? (?:people )?with|answers? questions (?:about|on)|experts? (?:in|on)|tutor (?:of|for)|knows? about|about) ([^.,;:\n]{3,60})/i;

/** Who answers, and what it knows best: cooks know kitchens, everyone else is asked about sums first. */
export function readExpert(system: string): Expert {
  const name = nameInPrompt.exec(system)?.[1] ?? 'the expert';
  const topic = topicInPrompt.exec(system)?.[1]?.trim() ?? null;
  const isCook = /\b(cook|kitchen|food|recipe|chef|bak(e|ing))/i.test(system);
  const isTutor = /\b(math|maths|number|tutor|money|algebra)/i.test(system);
  if (isCook && !isTutor) return { name, topic: 'cooking', tips: [...solTips, ...adaTips] };
  if (isTutor) return { name, topic: 'maths', tips: [...adaTips, ...solTips] };
  return { name, topic, tips: [...adaTips, ...solTips] };
}

/** The tip that most of the text speaks of; the expert's own subject comes first where two are level. */
export function findTip({ tips }: Expert, text: string): Tip | null {
  let best: { tip: Tip; hits: number } | null = null;
  for (const tip of tips) {
    const hits = text.match(new RegExp(tip.about, 'gi'))?.length ?? 0;
    if (hits > (best?.hits ?? 0)) best = { tip, hits };
  }
  return best?.tip ?? null;
}

/** The tip that an answer was made of. */
export function findSaid({ tips }: Expert, answer: string): Tip | null {
  return (
    tips.find((tip) => [...tip.says, tip.more].some((words) => answer.includes(words))) ?? null
  );
}
