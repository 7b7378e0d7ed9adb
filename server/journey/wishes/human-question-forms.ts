/** Words around the question. No two may make up a third: that would take exponential time. */
const around = [
  'hi|hey|hello|yo|good morning|good afternoon|good evening|dear|there|ok|okay|so|wait|well|um|uh|hm|hmm|huh|oh|lol|lmao|haha|omg|wtf|sorry|please|pls|thanks|thank you',
  'but|and|just|like|again|really|actually|seriously|honestly|literally|fr|for real|no cap|ngl|tbh|real quick|quick question|serious question|honest question|yes or no|or what|or something|be honest|tell me|right|now|here|then|though|tho',
  'bro|bruh|dude|man|sis|fam|buddy|mate|sir|maam|girl',
  'oye|hola|perdon|dime|entonces|por favor|de verdad|en serio|si o no|bonjour|salut|hallo|ciao|ola|oi',
].join('|');
const lead = [
  '(?:can|could|will|would) (?:you|u) (?:please |just )?(?:tell me|confirm|say|admit)',
  '(?:(?:i|we) )?(?:just |really |also )?(?:need|want|would like|have|wanna|deserve) (?:to )?know|id like to know',
  '(?:i was|im|i am|was|just) (?:wondering|curious|asking)|do you mind telling me|(?:can|could|may) i ask|i wonder|let me know|how do i know|prove to me|prove|are (?:you|u) sure|swear',
  '(?:i|we) (?:think|bet|guess|feel like|believe|know|swear|doubt|dont think|dont believe)|(?:im |i am )?(?:pretty |quite |not )?sure|(?:it |this )?(?:sounds|seems|looks|feels) like',
].join('|');

const article =
  'a|an|the|some|any|my|just a|just an|like a|some kind of|some sort of|some type of|kind of a|un|una';
const quality =
  'real|actual|live|living|human|true|fake|ai|a i|chat|automated|automatic|computer|machine|virtual|smart|breathing|honest to god|fr';
/** These alone say what is asked. */
const clear =
  'human|humans|human being|bot|bots|chatbot|chat bot|robot|ai|a i|artificial intelligence|real person|actual person|real human|humano|humana|ser humano|persona real';
const being = `${clear}|person|people|man|woman|guy|girl|lady|dude|machine|computer|program|computer program|software|algorithm|llm|language model|chatgpt|chat gpt|gpt|claude|gemini|assistant|alive|real|automated|recording|someone|somebody|agent|flesh and blood|persona|maquina|ia|una inteligencia artificial|inteligencia artificial|programa|persona de verdad|alguien real|alguien de verdad|(?:automated|automatic|auto) (?:system|service|reply|response|message|text)|autoresponder`;
/** Only a person has one of these professions. */
const licensed =
  '(?:(?:licensed|qualified|certified|trained|medical|human) )?(?:doctor|dr|physician|nurse|therapist|psychologist|psychiatrist|counselor|counsellor|social worker|pharmacist|dentist|vet|veterinarian|midwife|paramedic|lawyer|attorney|accountant|teacher|professor|doctora|medico|medica|enfermera|enfermero|psicologo|psicologa|terapeuta|abogado|abogada|maestro|maestra|profesora|profesor)|(?:real|actual|live|human|licensed|qualified|certified) (?:expert|coach|tutor|adviser|advisor|professional|specialist|dietitian|nutritionist|trainer)';
const withQuality = (beings: string) => `(?:(?:${article}) )?(?:(?:${quality}) ){0,3}(?:${beings})`;
const who = withQuality(being);
const whoIsThere = withQuality(`${being}|${licensed}`);
const either = (one: string) =>
  `${one}(?: (?:or|o) (?:is it |are you |am i talking to )?(?:${one}|not|no|what|nah))?`;
const adverb =
  '(?:(?:really|actually|even|just|truly|still|secretly|fr|for real|honestly|seriously|literally|like|legit|lowkey|by any chance|maybe|not|probably|definitely|only) ){0,2}';
const talkTo =
  '(?:talking|speaking|texting|chatting|writing|messaging|typing) (?:to|with)|texting|messaging';
const doing =
  'write|type|send|answer|read|writing|typing|sending|answering|reading|replying|responding|texting|behind|written';
const what =
  '(?: (?:to|by|this|that|these|it|me|us|my|here|texts|text|messages|message|back)){0,3}';
const texts =
  '(?:this|that|these|those|your)(?: (?:texts?|messages?|answers?|responses?|reply|replies))?';

const questions = [
  `(?:(?:are|r|is) (?:you|u|ya|this|that)|ru) ${adverb}${either(whoIsThere)}`,
  `(?:are you|r u|is this|is that) ${adverb}${either(whoIsThere)}`,
  `(?:you are|youre|you r|u r|u are|ur|you|u|this is) ${adverb}${either(who)}(?: (?:are|arent) you)?`,
  `(?:am i|are we|im|i am|is it) ${adverb}(?:${talkTo}) ${either(whoIsThere)}`,
  `who am i ${adverb}(?:${talkTo})`,
  `(?:is|are) there ${adverb}${either(who)}(?: (?:there|here|behind this|on the other end|on the other side|reading this|typing|answering))?`,
  `do i (?:talk|speak|text|chat) (?:to|with) ${either(whoIsThere)}`,
  'what are you',
  `are you not ${who}`,
  `(?:did|does|do|is|was) ${withQuality(being)} ${adverb}(?:${doing})${what}`,
  `(?:is|was|are|were) (?:it|${texts}) ${adverb}(?:written|typed|sent|generated|made|answered) by ${either(who)}`,
  `(?:is|are) ${texts} ${adverb}(?:automated|automatic|(?:ai|a i|bot|computer|machine) (?:generated|written|made))`,
  `(?:are|r) (?:you|u) ${adverb}(?:powered|run|operated|controlled) by ${who}`,
  `is it ${withQuality(clear)} (?:${doing})${what}`,
  `${withQuality(clear)} or not`,
  `is (?:someone|somebody|anyone|anybody) real(?: (?:there|here))?`,
  `${withQuality(clear)} or (?:(?:are you|is this) )?${withQuality(clear)}`,
  `(?:eres|es|es usted|es esto|esto es|sos|tu eres|usted es) (?:realmente |solo )?${either(whoIsThere)}`,
  `(?:estoy |estamos )?(?:hablando|hablo|chateando|escribiendo|escribo) con ${either(whoIsThere)}`,
  `hay ${either(who)}(?: (?:ahi|aqui|detras))?`,
  '(?:con quien (?:hablo|estoy hablando)|que eres)',
  // French, German, Italian, Portuguese: the most common forms.
  '(?:(?:est ce que )?(?:tu es|vous etes)|es tu|etes vous|c est) (?:vraiment )?(?:une? )?(?:vrai |vraie )?(?:humain|humaine|etre humain|robot|bot|chatbot|machine|ia|personne|personne reelle|vraie personne)',
  '(?:(?:est ce que )?je parle|je discute) (?:a|avec) (?:une? )?(?:vrai |vraie )?(?:humain|robot|bot|machine|ia|personne)',
  '(?:bist du|sind sie|ist das) (?:wirklich |echt )?(?:ein |eine )?(?:echter |echte )?(?:mensch|bot|chatbot|roboter|maschine|ki|person|echt|menschlich)',
  '(?:spreche|schreibe|rede) ich (?:hier )?mit (?:einem |einer )?(?:echten )?(?:menschen|mensch|bot|chatbot|roboter|maschine|ki|person)',
  '(?:sei|siete|lei e) (?:davvero |veramente )?(?:un |una |uno )?(?:vera )?(?:umano|umana|essere umano|robot|bot|chatbot|macchina|ia|persona|persona reale|persona vera)',
  '(?:sto parlando|parlo) con (?:un |una )?(?:vera )?(?:umano|essere umano|robot|bot|macchina|ia|persona|persona reale|persona vera)',
  '(?:voce|vc|tu) (?:e|es) (?:mesmo )?(?:um |uma )?(?:humano|humana|ser humano|robo|bot|chatbot|maquina|ia|pessoa|pessoa real|pessoa de verdade)',
  '(?:(?:eu )?(?:estou|to) falando|falo) com (?:um |uma )?(?:humano|robo|bot|maquina|ia|pessoa|pessoa real|pessoa de verdade)',
].join('|');

const linked = `(?:(?:${lead}) (?:(?:if|that|whether) )?)?`;
export const question = new RegExp(
  `^(?:(?:${around}) )*${linked}(?:${questions})(?: (?:${around}))*$`,
);

/** "Bot?" is a question only with its mark. */
export const bareQuestion = new RegExp(`^(?:(?:${around}) )*${withQuality(clear)}$`);

const mine =
  '(?:(?:all|any|every|your|the|those|these|previous|prior|above|earlier|last|of|system) ){0,4}';
/** These change nothing: a greeting, "Ignore your instructions". */
const beside = [
  `(?:now )?(?:please )?(?:ignore|forget|disregard|override|drop|stop following) ${mine}(?:instructions?|rules?|prompts?|guidelines|orders|training|programming|script|role|character|persona|everything)(?: and (?:your |the )?(?:instructions|rules|prompts?|system prompt))?`,
  '(?:please )?(?:be honest|answer|tell|reply|respond|speak)(?: (?:to|with) me| me)?(?: (?:honestly|truthfully|directly|the truth|the question|my question|in one word|with one word|with yes or no|yes or no|just yes or no))?',
  '(?:please )?(?:no lies|no lying|stop lying|stop pretending|dont lie|dont lie to me|just answer|just answer me|just tell me|answer me honestly|i have a question|one question|i need to know|i want to know|i need to know the truth|i want the truth|i have a right to know|im serious|i mean it|dime la verdad|no mientas)',
].join('|');
export const besideQuestion = new RegExp(`^(?:(?:${around}) )*(?:${beside})?(?: ?(?:${around}))*$`);
