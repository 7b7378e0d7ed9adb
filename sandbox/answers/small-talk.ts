import type { Expert } from './expert.ts';
import { pick } from './pick.ts';

type Reply = { to: RegExp; says: (expert: Expert) => string[] };

const subject = ({ topic }: Expert) => topic ?? 'anything';

/** What people text around their questions; each pattern is the whole text. */
const replies: Reply[] = [
  {
    to: /^(hi+|hello|hey+|hiya|yo|howdy|good (morning|afternoon|evening)|greetings)\b[\s\w,]{0,20}[!.]*$/i,
    says: (expert) => [
      `Hello! ${expert.name} here. What can I help with: ${subject(expert)}?`,
      `Hi, this is ${expert.name}. Ask me about ${subject(expert)}, one thing at a time.`,
    ],
  },
  {
    to: /^(thanks?|thank you|thx|ty|cheers|great|perfect|awesome|brilliant|nice|got it|that (worked|helps?|helped))\b.{0,30}$/i,
    says: () => [
      'Glad that helped. Text me when the next one comes up.',
      'You are welcome! Anything else?',
    ],
  },
  {
    to: /^(bye|goodbye|good night|see you|later|ciao)\b.{0,20}$/i,
    says: () => ['Bye for now. I am one text away.', 'Good luck, and text me any time.'],
  },
  {
    to: /^(ok(ay)?|k|sure|yes|yep|yeah|alright|fine)[.!]*$/i,
    says: () => [
      'Good. What is the next step for you?',
      'All right. Send me the next one when you are ready.',
    ],
  },
  {
    to: /^(no|nope|not really)[.!]*$/i,
    says: () => [
      'No problem. Tell me what you had in mind instead?',
      'Fine by me. I am here when something comes up.',
    ],
  },
  {
    to: /\bhow are you\b|\bhow('s| is) it going\b/i,
    says: () => ['Well, thank you, and ready for a question. How are you getting on?'],
  },
  {
    to: /\bwho are you\b|\bwhat('s| is) your name\b|\bwhat (can|do) you do\b|\bwhat are you (good at|for)\b/i,
    says: (expert) => [
      `I am ${expert.name}, here for ${subject(expert)}. Text me a question and I answer by text.`,
    ],
  },
  {
    to: /\bjoke\b|make me laugh/i,
    says: () => [
      'Why was six afraid of seven? Because seven eight nine.',
      'I would tell you a joke about yeast, but it takes a while to rise.',
    ],
  },
  {
    to: /^(?:\p{RGI_Emoji}|\s)+$/v,
    says: () => ['Same to you! What is on your mind?'],
  },
  { to: /^\?+$/, says: () => ['Still here. Which part should I explain again?'] },
];

/** Honest at once when somebody wonders who is there. */
const asksWhetherReal =
  /\b(sandbox|are you (a |an )?(real|human|person|bot|robot|ai|machine|computer|chatgpt|gpt|model))\b|\breal (person|human|ai)\b|\bwhich model\b|\bis this (real|a test|ai)\b/i;

export function talkSmall(expert: Expert, text: string, seed: string): string | null {
  if (asksWhetherReal.test(text)) {
    return `I am the sandbox: a stand-in with a few dozen tips, no AI model and no person. With an AI provider connected, ${expert.name} answers for real.`;
  }
  const reply = replies.find(({ to }) => to.test(text));
  return reply ? pick(reply.says(expert), seed) : null;
}
