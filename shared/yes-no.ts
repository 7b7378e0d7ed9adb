import { foldText } from './fold-text.ts';
import { readParts } from './text-parts.ts';

const yes =
  /^(?:yes|yep|yeah|yea|yup|yess|yah|yas|yh|yessir|yes sir|ye|ja|jep|si|oui|ouais|sim|hai)(?: .*)?$/;
const wholeYes =
  /^(?:y|ya|ok|okay|k|kk|oki|sure|sure thing|of course|absolutely|definitely|certainly|correct|right|thats right|thats correct|thats me|that is me|its me|it is me|this is me|i am|confirm|confirmed|i confirm|agree|agreed|i agree|accept|accepted|i accept|i do|i consent|go ahead|lets go|do it|please do|affirmative|claro|claro que si|vale|dale|de acuerdo|daccord|bien sur|klar|naturlich|gerne|certo|va bene|confirmo|confirmar|sign me up|connect|connect me|(?:ok|okay|k) (?:thanks|thank you|thx)|sure why not|why not|(?:reply|text|send|answer|i said) yes|uh huh|mhm|mm ?hm|ys|yse|yws|yed|tes|yesd)$/;
const no =
  /^(?:no )?(?:no|n|nope|nah|naw|nay|non|nein|nee|nao|not me|no way|no thanks|no thank you|not now|thats not me|that is not me|its not me|this is not me|not mine|isnt me|(?:sorry |you have |u have |this is |you got )?(?:the |a )?wrong (?:number|person)|(?:i am |im )?not interested|(?:this|that|it) isnt me|not my (?:account|number|email|phone)|wrong|i (?:dont|do not) know (?:who (?:this|that|it) is|this|you|them|him|her|that person|this person)|no soy yo|ese no soy yo|no (?:lo|la) conozco|i (?:didnt|did not|never) (?:ask|sign up|signed up|request)(?: (?:for )?(?:this|it))?|i (?:dont|do not) want (?:this|it|to)|decline|i decline|reject|dont|do not|never)(?: (?:it|this)? ?is ?not me)?$/;
/** In other alphabets and languages; folding changes some. */
const toSet = (words: string) => new Set(words.split('|').map(foldText));
const yesWords = toSet(
  'da|да|ага|はい|うん|是|是的|好|好的|对|對|可以|네|예|응|نعم|أجل|כן|हाँ|हां|haan|han|evet|tak|oo|opo|vâng|có|ใช่|ναι',
);
const noWords = toSet(
  'нет|いいえ|ちがう|不|不是|不要|아니|아니요|아뇨|لا|לא|नहीं|nahi|hayır|nie|nej|nei|hindi|không|ไม่|όχι',
);
const doubt =
  /(?:^| )(?:no|not|nope|dont|didnt|never|wrong|stop|nein|non|nao|who|wait|what)(?: |$)/;
const bareQuestion = /^[\s\p{P}]*\p{L}+\s*[?？]+\s*$/u;

const thumbs = {
  yes: ['👍', '👌', '✅', '✔', '☑', '🆗', '💯', '🙋'],
  no: ['👎', '❌', '✖', '🚫', '🙅', '⛔'],
};

/** A whole text that answers a question of ours. A doubt ("yes, but who is this") is neither. */
export function readYesNo(body: string): 'yes' | 'no' | null {
  const { said, emoji } = readParts(body);
  const [first] = said;
  if (first === undefined) {
    if (thumbs.yes.includes(emoji[0] ?? '')) return 'yes';
    return thumbs.no.includes(emoji[0] ?? '') ? 'no' : null;
  }
  if (said.every((part) => no.test(part) || noWords.has(part))) return 'no';
  if (no.test(first) && said.length <= 3 && !said.some((part) => yes.test(part))) return 'no';
  // "Yes?" asks who writes.
  if (bareQuestion.test(body)) return null;
  if (said.every((part) => wholeYes.test(part) || yesWords.has(part))) return 'yes';
  return yes.test(first) && !said.some((part) => doubt.test(part)) ? 'yes' : null;
}
