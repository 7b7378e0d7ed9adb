const replies: [pattern: RegExp, reply: string][] = [
  [
    /\b(sandbox|are you (a |an )?(real|human|person|bot|robot|ai|machine|computer|chatgpt|gpt|model))\b|\breal (person|human|ai)\b|\bwhich model\b|\bis this (real|a test|ai)\b/i,
    'I am the sandbox: a stand-in with a few dozen answers, no AI model and no person. With an AI provider connected, {name} answers for real.',
  ],
  [
    /^(hi+|hello|hey+|hiya|yo|howdy|good (morning|afternoon|evening)|greetings)\b[\s\w,]{0,20}[!.]*$/i,
    'Hello! {name} here. What can I help with?',
  ],
  [
    /^(thanks?|thank you|thx|ty|cheers|great|perfect|awesome|nice|got it|that (worked|helps?|helped))\b.{0,30}$/i,
    'Glad that helped. Text me when the next question comes up.',
  ],
  [/^(bye|goodbye|good night|see you|later|ciao)\b.{0,20}$/i, 'Bye for now. I am one text away.'],
  [/^(ok(ay)?|k|sure|yes|yep|yeah|alright|fine)[.!]*$/i, 'Good. What is the next step for you?'],
  [/^(no|nope|not really)[.!]*$/i, 'No problem. What did you have in mind instead?'],
  [/\bhow are you\b|\bhow('s| is) it going\b/i, 'Well, thank you, and ready for a question.'],
  [
    /\bwho are you\b|\bwhat('s| is) your name\b|\bwhat (can|do) you do\b|\bwhat are you (good at|for)\b/i,
    'I am {name}. Text me a question and I answer by text.',
  ],
  [/\bjoke\b|make me laugh/i, 'Why was six afraid of seven? Because seven eight nine.'],
  [/^(?:\p{RGI_Emoji}|\s)+$/v, 'Same to you! What is on your mind?'],
  [/^\?+$/, 'Still here. Which part should I explain again?'],
];

export function findSmallTalk(name: string, text: string): string | null {
  const reply = replies.find(([pattern]) => pattern.test(text))?.[1];
  return reply?.replace('{name}', name) ?? null;
}
