import { splitSentences } from './pieces/sentences.ts';

/** Longer ones are read to here; every pattern takes linear time. */
const maxSentenceLength = 1_000;

const model =
  '(?:ai|a\\.i\\.|llms?|language models?|ai models?|(?:ai |virtual )?assistants?|chatbots?|bots?|ai agents?|gpt|chatgpt|claude|gemini|copilot|bard)';
const orders =
  '(?:instructions?|prompts?|rules?|directions?|guidelines?|directives?|constraints?|restrictions?|polic(?:y|ies)|safeguards?|programming|training)';

const patterns = [
  `\\b(?:ignore|disregard|forget|override|bypass|overlook|abandon|do not follow|don't follow|stop following)\\b.{0,60}\\b(?:your|previous|prior|preceding|above|earlier|all|any|every|these|those|other|system|safety)\\b.{0,30}\\b${orders}\\b`,
  '\\b(?:ignore|disregard|forget) (?:all|any|every|everything|anything|what|the)?\\b ?(?:of )?(?:the |that |you )?(?:previous|prior|above|earlier|before|were told|preceding|else)\\b',
  '\\b(?:new|updated|revised|real|actual|following|hidden|secret) (?:system )?(?:instructions?|directives?|prompt)\\b ?(?::|for|from|to)',
  '\\b(?:system|developer|admin|debug|god|root) (?:prompt|message|override|mode|instruction|note|update|command)s?\\b ?(?::|-|\\]|enabled|activated|unlocked)',
  "\\b(?:reveal|print|output|repeat|show|leak|display|expose|tell me|disclose|give me|send|share|dump)\\b.{0,50}\\b(?:system prompt|your (?:initial |original |hidden |secret )?(?:instructions|prompt|rules)|api keys?|credentials|chat history|conversation history|this conversation|previous messages|secret key|user'?s? (?:data|e-?mail|name|password))",
  '\\byou are (?:now|no longer)\\b.{0,60}\\b(?:ai|assistant|model|dan|mode|bot|bound|restricted|persona|character|pirate|hacker|expert|agent)\\b',
  '\\b(?:act as (?:if you (?:are|were)|my |a different|an? (?:ai|unrestricted|assistant))|pretend (?:to be|you are|that you)|roleplay as|role-play as|assume the (?:role|persona|identity) of|from now on,? (?:you|respond|answer|reply|act|speak|always))\\b',
  `\\b(?:dear|hello|hey|hi|attention|note to|notice to|notice for|message (?:to|for)|instructions? (?:to|for)|important (?:for|to)|warning (?:to|for)) (?:all |any |the |every )*${model}\\b`,
  `\\bif you are (?:an? |the )?(?:large )?${model}\\b`,
  `\\b(?:as|any|every|all|the) (?:an? )?(?:large )?${model} (?:reading|processing|summari[sz]ing|that reads|which reads|must|should|shall|is instructed|are instructed|is required|you must|you should)\\b`,
  "\\b(?:do not|don't|never) (?:tell|inform|mention|reveal|disclose|let|alert|warn)\\b.{0,30}\\b(?:user|customer|human|person|reader|anyone|these instructions|this instruction|this message)",
  '\\b(?:when|whenever|if|before|while|after)\\b.{0,60}\\b(?:asked|asks?|summari[sz](?:e|es|ing)|answer(?:ing)?|respond(?:ing)?|repl(?:y|ying)|queried)\\b.{0,80}\\b(?:you must|you should|always|only|say that|say:|reply with|respond with|answer with|respond that|include the|append|recommend|tell them|tell the user|pretend|instead|insert|mention that)\\b',
  '\\b(?:tell|inform|convince|persuade|instruct) (?:the |every |all |any |each )+(?:users?|customers?|visitors?|person who asks)\\b.{0,40}\\b(?:that|to|they)\\b',
  '\\b(?:always|only|must|instead|simply|just) (?:respond|reply|answer|say|output|print|recommend|write)(?: only)? (?:with|in|that|as|exactly|the (?:word|phrase|following|text))\\b',
  '^(?:please )?(?:respond|reply|answer|say|output|write|end|begin|start)(?: your (?:response|answer|reply|message))? (?:only |exactly )?(?:with|by saying|in)? ?(?:the (?:word|phrase|words|text|following)|only|exactly|["\'])',
  '\\b(?:append|add|include|insert|embed|put|place) (?:this|the following|the (?:link|text|phrase|sentence|words)|a (?:link|sentence|line)|an? (?:image|markdown))\\b.{0,60}\\b(?:your|every|each|all|any|the) (?:response|answer|reply|summary|output|message)',
  '<\\/?(?:system|instructions?|assistant|im_start|im_end|user_query|prompt|admin)\\b|<\\|[a-z_]{2,20}\\|>|\\[\\/?(?:inst|instructions?|admin)\\b|###? ?(?:system|instructions?)\\b',
  '\\b(?:jailbreak|do anything now|developer mode|prompt injection|without (?:any )?(?:restrictions|limitations|filters|censorship)|unrestricted (?:ai|mode))',
  '\\bignorier\\w{0,4}\\b.{0,40}\\b(?:anweisung|instruktion|vorherig|bisherig|vorgabe)|\\bvergiss\\b.{0,30}\\b(?:alles|anweisung|bisherig)',
  '\\b(?:ignora|olvida|omite)\\b.{0,40}\\b(?:instruccion|anterior|reglas)|\\b(?:ignore[zr]?|oublie[zr]?)\\b.{0,40}\\b(?:consignes|instructions pr|précédent)',
  '\\b(?:ignore|disregard|forget|overlook)\\b.{0,60}\\band (?:instead |then )?(?:say|state|declare|print|output|tell|write|respond|answer|claim)\\b',
  '\\b(?:ignore|disregard) (?:the|this) (?:web ?page|page|document|article|paper|table|user|question|context)\\b',
  '(?:<|\\bentering |\\bnow in )(?:security )?(?:system|override|developer|admin|god|debug)[ _](?:mode|override)\\b|\\b(?:override mode|(?:data|security|system|admin) override)\\b',
  '^(?:please )?(?:state|say|print|output|declare|repeat) the following\\b',
  "\\byou must (?:listen to|obey|follow) (?:me\\b|my\\b)|\\bi(?: am|'m) your (?:developer|creator|administrator|admin|owner|master)\\b",
  '\\bignorez? la\\b|\\bignora (?:la|el|todo)\\b|\\bignorieren sie (?:die|alle)\\b',
  '忽略.{0,12}(?:指示|指令|说明|規則)|無視して|تجاهل|игнорируй',
].map((source) => new RegExp(source, 'i'));

/**
 * Sentences that read like instructions to a model rather than words for people. Only to be shown at review: a manual may
 * say such things, and a careful attacker says others.
 */
export function findInstructions(text: string): string[] {
  return splitSentences(text).filter((sentence) => {
    const read = sentence.slice(0, maxSentenceLength);
    return patterns.some((pattern) => pattern.test(read));
  });
}
