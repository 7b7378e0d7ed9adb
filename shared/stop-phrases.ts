import { foldText } from './fold-text.ts';
import { keywords } from './keywords.ts';

/** 47 CFR 64.1200(a)(10), CTIA's and Twilio's words, their spellings and those of other languages. */
export const words = new Set(
  [
    ...Object.keys(keywords).filter((word) => keywords[word] === 'STOP'),
    ...`opt out|opted out|i opt out|opting out|stopp|unsub|unsuscribe|unsubcribe|unsubscribed|unsubscribe me|unsubscibe|unsubsribe|unsubscrbe|unsubcsribe|stop stop|stop text
      |text stop|txt stop|reply stop|send stop|stop2end|stop2quit|stop2stop|stop 2 end|stop 2 quit|stop 2 stop|stop to end|stop to opt out|stahp|cease and desist|arrêt|arrête|arrett|arrêter|arrêtez|désabonner|désabonnement
      |désinscription|alto|parar|baja|cancelar|dar de baja|darse de baja|darme de baja|dame de baja|deme de baja
      |quiero darme de baja|no mas mensajes|no mas textos|no mas sms|desuscribir|desuscribirme|cancelar suscripción|stoppen|abmelden|abbestellen|abmeldung
      |sair|pare|descadastrar|disiscrivi|disiscrivimi|cancellami|annulla iscrizione|cancella iscrizione|stop ermee|avregistrera|avsluta|wypisz|iptal|afmelden|uitschrijven|stop messaggi|stop met smsen|arret sms|стоп|отпишите|не пишите|прекратите писать|отписаться|отписка|отпишите меня|не пишите мне больше|停止|配信停止|ストップ
      |请停止|不要再发了|别再发了|别再发短信给我|不要再给我发短信|メッセージを止めて|配信停止してください|문자 그만|그만 보내세요|لا ترسل لي رسائل|退订|退訂|取消订阅|수신거부|중지|توقف|إيقاف|الغاء الاشتراك|إلغاء الاشتراك|הסר|הסירו אותי`
      .split('|')
      .map((word) => word.trim()),
  ].map(foldText),
);

const texts =
  '(?:(?:marketing|promotional|promo|advertising|automated) )?(?:texts?|txts?|text messages?|messages?|msgs?|sms|smses|spam|alerts|notifications|updates|communications?)';
const these =
  '(?:(?:the|these|those|this|all|any|your|ur|such|further|more|all the|all these|all your|any more|anymore) ){0,2}';
/** "Opt out of jury duty" is a question for the expert. */
const us = '(?:me|my phone|this number|you|u|here|ada)';
const ours = `${these}(?:${texts}|lists?|service|program|subscription|${us}|this|these|it|all of (?:it|this|them)|everything)`;
const texting = '(?:texting|txting|messaging|msging|contacting|spamming|harassing|smsing)';
const me = '(?:me|us|this number|this phone|my phone|my number|my cell)';
const list = `(?:(?:from|off|of|off of|out of) )?${these}(?:(?:mailing|text|texting|sms|contact|calling|distribution|messaging|marketing|phone) )?(?:lists?|system|database|texts|messages)`;
const more =
  '(?: (?:again|anymore|any more|any longer|ever again|ever|no more|at all|from now on|further))?';
const ask =
  '(?:(?:(?:can|could|will|would) (?:you|u)|(?:you|u) (?:need|have|got) to|you must|i (?:want|need|told|asked) you to|id like you to|i would like you to|im asking you to|i am asking you to)(?: (?:please|pls|plz|kindly|just))? )?';
const want =
  '(?:i (?:want|wish|need|choose|like|would like|d like)|id like|i wanna|i am|im|let me|we want|we wish)(?: to)?';
const mensajes = '(?:mensajes|textos|sms|mensajitos|notificaciones)';

export const wishes = [
  `${ask}(?:stop|quit|cease) (?:(?:calling|emailing) (?:and|or) )?${texting}(?: ${me})?${more}`,
  `${ask}stop (?:bothering|annoying) me with ${these}${texts}`,
  `${ask}(?:stop|quit|cease) (?:sending|texting)(?: ${me})? ${these}(?:texts?|txts?|text messages?|messages?|msgs?|sms|spam|stuff|crap|shit|bs|things)${more}(?: to me)?`,
  `${ask}(?:stop|end|cease|cancel|discontinue|turn off|disable) (?:my )?${these}${texts}(?: (?:to|from) ${us})?`,
  `(?:i|we) (?:said|say|told you to|already said|asked you to) (?:stop|unsubscribe|opt out)(?: ${texting}(?: ${me})?${more})?`,
  'how many times (?:do|must|should) i (?:have to |need to )?(?:say|tell you to|ask you to|text|type) stop',
  `(?:do not|dont|never|pls dont|you may not) (?:ever )?(?:text|txt|message|msg|contact|sms) ${me}${more}(?: (?:at|on) this (?:number|phone))?`,
  `(?:do not|dont) (?:text|txt|message|contact|sms)(?: (?:again|anymore|any more))`,
  `(?:do not|dont|never) send ${me} ${these}(?:(?:texts?|txts?|text messages?|messages?|msgs?|sms|stuff|anything)${more}|anymore)`,
  `(?:do not|dont) send (?:any )?(?:more )?${texts} to ${me}${more}`,
  `no more (?:of )?${these}${texts}(?: (?:to|for) me)?(?: from you)?`,
  `${ask}(?:remove|delete|take|get|unlist|unsubscribe) (?:me|us|my number|my phone number|this number|my name) ${list}`,
  `${ask}(?:remove|unsubscribe) (?:me|us|my number|my phone number|this number)`,
  `${ask}take (?:me|my number|my name) off`,
  `(?:${want} )?unsubscribe(?: me)?(?: from)? ${these}(?:${texts}|list|lists|service|this|here|you)`,
  `${want} (?:unsubscribe|opt out|opting out|unsubscribing|be removed|be unsubscribed|revoke my consent|withdraw my consent)(?: (?:from|of) ${ours})?`,
  `${ask}opt (?:me|us|this number|my number) out(?: (?:of|from) ${ours})?`,
  `(?:(?:i|we) (?:hereby )?)?(?:opt out|opting out) (?:of|from) ${ours}`,
  `(?:revoke|i revoke|i withdraw|withdraw|i hereby revoke) (?:my )?consent(?: to (?:be (?:texted|contacted|messaged)|(?:get|getting|receive|receiving) ${these}${texts}))?`,
  `i (?:dont|do not|no longer|really dont) (?:want|wish)(?: to (?:get|receive|have|be sent))? ${these}${texts}${more}(?: from (?:you|u|ada|this number))?${more}`,
  `i (?:dont|do not|no longer) (?:want|wish) to (?:be texted|be contacted|be messaged|receive ${these}${texts}|get ${these}${texts})${more}`,
  `${want} stop (?:receiving|getting) ${these}${texts}(?: from you)?`,
  'block me',
  '(?:put|place|add) (?:me|us|this number|my number) on (?:your|the) (?:do not|dnc|no) ?(?:call|text|contact|list|message)? ?(?:list)?',
  // Spanish
  `(?:ya )?no me (?:mandes?|manden|envies?|envien|escribas?|escriban|contactes?|contacten|textees?) (?:mas|mas ${mensajes}|${mensajes}|${mensajes} mas|nunca mas)`,
  `(?:deja|deje|dejen|dejar|dejame|para|parar|pare|paren) de (?:escribirme|mandarme ${mensajes}|enviarme ${mensajes}|mandar ${mensajes}|enviar ${mensajes}|molestarme)`,
  `(?:ya )?no (?:quiero|deseo) (?:recibir )?(?:mas )?(?:sus |tus |estos )?${mensajes}(?: mas)?`,
  '(?:quit|borr|elimin|sac)[ae](?:me|nme|nos) de (?:la|su|tu|esta) lista|(?:elimin|borr)(?:[ae]n?|ar) mi numero',
  // French
  '(?:arrete|arretez|cessez) (?:de )?(?:menvoyer|mecrire|me contacter|me texter)(?: (?:des|vos|tes|ces) (?:messages|sms|textos))?',
  'ne (?:me contactez|me contacte|menvoyez|menvoie|mecrivez|mecris|me textez) plus(?: (?:de|rien|vos)(?: (?:messages|sms|textos))?)?',
  '(?:plus (?:de|aucun)|stop aux) (?:messages?|sms|textos?)',
  '(?:desabonnez|desinscrivez|retirez|enlevez|supprimez) moi(?: de (?:votre|la|cette) liste)?|me (?:desabonner|desinscrire)',
  'je ne veux plus (?:recevoir )?(?:de )?(?:vos |ces )?(?:messages|sms|textos)',
  'veuillez arreter(?: (?:de mecrire|les (?:messages|sms|textos)))?',
  '(?:je (?:veux|souhaite|voudrais|desire) )?(?:me desabonner|me desinscrire|ne plus recevoir (?:de |vos |ces )?(?:messages|sms|textos))',
  '(?:arretez|arrete|cessez) (?:les|vos|tes|ces|avec vos|avec les) (?:messages|sms|textos)',
  // German
  'keine (?:weiteren )?(?:nachrichten|sms|texte|werbung) mehr(?: (?:senden|schicken|schreiben))?|keine weiteren (?:nachrichten|sms)',
  'schreib(?:t|en sie)? mir (?:bitte )?(?:nicht mehr|nie wieder)|(?:bitte )?(?:mir )?nicht mehr schreiben',
  '(?:bitte )?(?:loschen|entfernen|streichen) sie (?:bitte )?(?:mich|meine nummer)(?: aus (?:ihrer|der) liste)?|(?:losch|loesch)e? meine nummer',
  '(?:hor|hort|horen sie) auf(?: mir)? (?:zu schreiben|zu texten)',
  'melde(?:n sie)? mich (?:bitte )?ab|ich (?:mochte|will) (?:mich abmelden|keine (?:nachrichten|sms) mehr(?: erhalten| bekommen)?)',
  // Portuguese, Italian, Dutch
  '(?:nao|n) me (?:mandem?|enviem?|escrevam?) mais(?: mensagens)?|parem? de (?:me )?(?:mandar|enviar) (?:mensagem|mensagens)',
  '(?:nao|n) me (?:mandem?|enviem?) (?:mais )?mensagens|sair da lista',
  'nao quero (?:mais )?(?:receber )?(?:mais )?mensagens',
  'non mi (?:scrivere|scrivete|mandare|contattare) (?:piu|piu messaggi)|non (?:scrivermi|scrivetemi|mandarmi|mandatemi|contattarmi|contattatemi) piu(?: messaggi)?|basta messaggi|non voglio (?:piu )?(?:ricevere )?(?:piu )?(?:i |altri |vostri )*messaggi|(?:cancellatemi|cancellami|toglietemi|toglimi|rimuovetemi) dalla (?:vostra |tua )?lista',
  'geen (?:sms|berichten) meer|stop met (?:berichten|sms)(?: sturen)?',
];

export const all = [
  'stop ?all',
  'stop all stop',
  '(?:unsubscribe|unsubscribe me|opt out|opt me out|cancel|quit|end) (?:(?:from|of) )?(?:all|everything|all of (?:it|them))',
  `stop (?:everything|all of (?:it|them)|all ${texts}|all(?: the)? texting)`,
];

/** Likely, in scripts that folding changes; and what a thumb makes of STOP. */
export const likelyWords = new Set(
  '取消|停|解約|解除|그만|거부|хватит|إلغاء|بس|बंद करो|रोको|dừng|ngừng|stpo|sotp|sstop|stopo|stiop|stip|srop|dtop'
    .split('|')
    .map(foldText),
);

/** What a person says beside it. */
export const besides = [
  'why (?:are|do) (?:you|u) (?:still |keep )?(?:texting|text|messaging|contacting|writing) me|(?:i (?:have|ve)? ?)?reported|please delete|(?:he|she) (?:passed away|died|is dead)|deceased',
  '(?:or )?(?:ill|i will|i am going to|im going to|im gonna|we will) (?:report|block|sue)(?: you| this| u)?(?: number)?(?: to .{1,20})?',
  '\\p{L}+ (?:doesnt|does not|no longer) (?:has|have|uses?|owns?) this (?:number|phone)(?: anymore| any more)?|this isnt \\p{L}+',
  'no|nope|nah|no thanks|no thank you|enough|thats enough|spam|this is spam|im done|go away|leave me alone|fuck off|fuck you|piss off|get lost|shut up|stfu|omg|wtf|pls|please',
  'who is this|who are you|who dis|whos this|who tf is this|i (?:dont|do not) know (?:you|who (?:this is|you are))',
  'i (?:didnt|did not|never) sign(?:ed)? up(?: for (?:this|it|these|any of this))?|i am serious|im serious|seriously|for the last time|last warning',
  '(?:sorry |you have |u have |you got |this is )?(?:the |a )?wrong (?:number|person)|(?:im |i am )?(?:not|no longer) interested',
  'this is not \\p{L}+|im not \\p{L}+|you have the wrong (?:person|number)',
];

/** Likely, but maybe no wish to stop the texts. */
export const likely = [
  // Ours, or another's that the expert is asked about.
  `(?:${want} )?(?:unsubscribe|opt (?:me )?out|opting out)(?: me)? (?:of|from) ${these}(?:marketing|newsletters?|e ?mails?|mailings?|promos?|promotions?|offers|ads|campaigns?)`,
  '(?:yes|yeah|yep|yup|sure|ok|okay|si|oui|ja) (?:please )?(?:do )?stop',
  '(?:just )?(?:stop|quit) (?:it|this|that|this now|it now|already ok|bothering me|bugging me|annoying me|calling me|calling|writing me|writing to me|writing|messing with me|this chat|chat|chatting|talking to me|talking|replying|responding|service|program|the service|everyday|ada)',
  '(?:can|could|will|would) (?:you|u)(?: (?:please|pls|plz|just))? (?:stop|quit)(?: (?:it|this|that|now))?',
  `${want} (?:stop|cancel|quit|end|end this|stop this|cancel this|cancel it|quit this|leave|sign off|out)`,
  'how (?:do|can|to) ?(?:i |we )?(?:can )?(?:to )?(?:stop|unsubscribe|cancel|opt out|quit|end)(?: (?:this|these|it|from this|the|all|texts|messages|these texts|these messages|getting texts|getting these|my subscription|my plan))?',
  '(?:i want to |i need to |id like to |i would like to |please )?cancel (?:my |the |this |our )?(?:subscription|plan|membership|account|service|everything|it|trial|free trial)',
  'leave me alone|go away|get lost|fuck off|piss off|f off|bugger off|lose my number|delete my number|forget my number|dont bother me|dont bother me again|stop harassing',
  'i (?:didnt|did not|never) sign(?:ed)? up for (?:this|these|it|any of this)|(?:i am |im |we are )?(?:not|no longer|not at all) interested(?: anymore)?|no interest',
  '(?:you have |youve got |you got |this is |its |sorry |u have |u got )?(?:the |a )?wrong (?:number|person|phone)|wrong no',
  'exit|dnc|(?:end|stop) subscription|stop promos|lose this number|delete this number|leave me (?:the \\p{L}+|tf) alone|no me escribas?|ya no me escribas?|no me interesa|no me moleste[ns]?|quiero que paren(?: los mensajes)?|lass(?:t|en sie)? mich in ruhe|quero (?:cancelar|sair)|(?:please )?no more|no mas|ya no mas|cease|please discontinue|discontinue|turn off|detener|detente|terminar|salir|quiero cancelar|disable notifications|end (?:this |the |our )?(?:chat|conversation|talk)|unsubscribe this number|how do i get off (?:this|your|the) list|henti|berhenti|tigil|remove|remove this|remove number|take me off this|get me out|no texts?|no text|dont text|do not text|para|basta|stopped|stop sending|stop please stop|stop messages from ada|block|block this number|fin|aufhoren|hor auf|dejame en paz|laissez moi tranquille',
  'i (?:dont|do not) want (?:this|it|these|this anymore|it anymore|any|anymore|any more|to do this(?: anymore)?|to (?:talk|chat|text)(?: (?:to|with) you)?(?: anymore)?)',
].join('|');
