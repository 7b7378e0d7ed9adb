/** Written as phones send them. */
export const presets: string[] = [
  // Apple
  ...["Sorry, I can't talk right now.", "I'm on my way.", 'Can I call you later?'],
  ...['Lo siento, ahora no puedo hablar.', 'Estoy de camino.', '¿Te puedo llamar más tarde?'],
  ...['Perdona, ahora no puedo hablar.', 'Voy en camino.', '¿Puedo llamarte más tarde?'],
  ...['Lo siento, no puedo hablar en este momento.', 'Ya voy.', '¿Te llamo más tarde?'],
  ...[
    'Désolé, je ne peux pas parler pour le moment.',
    "J'arrive.",
    'Puis-je te rappeler plus tard ?',
  ],
  ...[
    'Je ne peux pas parler pour le moment.',
    'Je suis en route.',
    'Puis-je vous rappeler plus tard ?',
  ],
  ...['Ich kann gerade nicht sprechen.', 'Ich bin unterwegs.', 'Kann ich dich später anrufen?'],
  ...['Ich kann momentan nicht telefonieren.', 'Ich bin auf dem Weg.', 'Ich bin gleich da.'],
  ...['Ich kann gerade nicht telefonieren.', 'ただいま運転中です。', '運転中です。'],
  ...['Sorry, ich kann gerade nicht telefonieren.', 'Kann ich Sie später zurückrufen?'],
  ...['In questo momento non posso parlare.', 'Sto arrivando.', 'Posso richiamarti più tardi?'],
  ...['Scusa, ora non posso parlare.', 'Arrivo.', 'Posso chiamarti più tardi?'],
  ...['Desculpe, não posso falar agora.', 'Estou a caminho.', 'Posso ligar mais tarde?'],
  ...['Posso te ligar mais tarde?', 'Agora não posso falar.', 'Estou chegando.'],
  ...['Sorry, ik kan nu niet praten.', 'Ik ben onderweg.', 'Kan ik je later bellen?'],
  ...['Tyvärr, jag kan inte prata just nu.', 'Jag är på väg.', 'Kan jag ringa dig senare?'],
  ...['Извините, сейчас не могу говорить.', 'Я уже в пути.', 'Могу я перезвонить Вам позже?'],
  ...['抱歉，我现在不方便接听。', '我在路上。', '我可以稍后打给你吗？', '今、電話に出られません。'],
  ...['今向かっています。', 'あとでかけ直します。', '지금은 통화할 수 없습니다.', '가는 중입니다.'],
  ...['عذرًا، لا يمكنني التحدث الآن.', 'أنا في الطريق.', 'هل يمكنني الاتصال بك لاحقًا؟'],
  // Android
  ...["Can't talk now. What's up?", "I'll call you right back.", "I'll call you later."],
  ...["Can't talk now. Call me later?", 'On my way!', "I'll be there soon."],
  ...["Kann jetzt nicht sprechen. Was gibt's?", 'Ich rufe gleich zurück.'],
  ...['Ich rufe später zurück.', 'Kann jetzt nicht. Später nochmal?'],
  ...['No puedo hablar. ¿Es importante?', 'Te llamo en cuanto pueda.', 'Te llamo más tarde.'],
  ...['No puedo hablar. Llámame luego.', 'No puedo hablar ahora. ¿Todo bien?'],
  ...['Te llamo enseguida.', 'No puedo hablar ahora. ¿Me llamas más tarde?'],
  ...[
    'Je ne peux pas répondre. Ça va ?',
    'Je te rappelle tout de suite.',
    "Je t'appelle plus tard.",
  ],
  ...['Je ne peux pas répondre. On se rappelle ?', 'Non posso parlare ora. Che succede?'],
  ...['Ti richiamo subito.', 'Ti chiamo dopo.', 'Non posso parlare ora. Mi chiami dopo?'],
  ...['Não posso falar agora. Manda um SMS, por favor?', 'Já te ligo de volta.'],
  ...['Eu te ligo mais tarde.', 'Não posso falar agora. Liga depois, por favor?'],
  ...[
    'Não posso falar agora. Que se passa?',
    'Telefono-lhe já a seguir.',
    'Telefono-lhe mais tarde.',
  ],
  ...['Pode telefonar-me mais tarde?', 'Kan nu niet opnemen. Alles goed?', 'Ik bel je zo terug.'],
  ...[
    'Ik bel je later.',
    'Kan nu niet opnemen. Bel je me later?',
    'Nie mogę rozmawiać. Co słychać?',
  ],
  ...['Za chwilę do Ciebie oddzwonię.', 'Zadzwonię do Ciebie później.'],
  ...['Nie mogę rozmawiać. Zadzwonisz później?', 'Kan inte prata nu. Läget?'],
  ...[
    'Jag ringer tillbaka alldeles strax.',
    'Jag ringer dig senare.',
    'Kan inte prata nu. Ring senare!',
  ],
  ...[
    'Kan ikke tale nu. Hvad sker der?',
    'Jeg ringer tilbage lige om lidt.',
    'Jeg ringer til dig senere.',
  ],
  ...['Kan ikke tale nu. Ringer du senere?', 'Kan ikke snakke nå. Hva skjer?'],
  ...['Jeg ringer deg tilbake straks.', 'Jeg ringer deg senere.', 'Kan ikke nå. Ring meg senere.'],
  ...['En voi vastata. Mitä asiaa?', 'Soitan sinulle pian.', 'Soitan sinulle myöhemmin.'],
  ...['En voi vastata. Soitatko myöhemmin?', 'Şimdi konuşamam. Konu nedir?'],
  ...[
    'Seni hemen geri arayacağım.',
    'Seni daha sonra ararım.',
    'Şimdi konuşamam. Daha sonra arar mısın?',
  ],
  ...['Не могу говорить. Что случилось?', 'Я сейчас перезвоню.', 'Я перезвоню позже.'],
  ...['Не могу говорить. Позвоните позже.', 'Не можу говорити. У чому справа?'],
  ...['Я зараз передзвоню.', 'Я передзвоню пізніше.', 'Не можу говорити. Передзвоніть.'],
  ...['لا يمكنني التحدث الآن. ما الأمر؟', 'سأعاود الاتصال بك.', 'سأتصل بك لاحقًا.'],
  ...['لا يمكنني التحدث الآن. اتصل لاحقًا.', 'לא נוח לי עכשיו. מה קורה?', 'תיכף אחזור אליך.'],
  ...['אתקשר אליך יותר מאוחר.', 'לא נוח לי עכשיו. נדבר אחר כך?'],
  ...['अभी बात नहीं हो सकती. क्‍या हो रहा है?', 'मैं जल्दी ही कॉल करता हूं/करती हूं.'],
  ...['मैं आपको बाद में कॉल करूंगा/करूंगी.', 'अभी बात नहीं हो सकती. मुझे बाद में कॉल करेंगे?'],
  ...['ただいま電話に出られません。ご用件をお知らせください。'],
  ...['ただいま電話に出られません。すぐに折り返しご連絡いたします。'],
  ...['ただいま電話に出られません。後ほど折り返しご連絡いたします。'],
  ...['ただいま電話に出られません。後ほどご連絡をお願いいたします。'],
  ...['통화 불가. 용무를 남겨주세요.', '바로 다시 전화드리겠습니다.', '나중에 전화드리겠습니다.'],
  ...[
    '통화 불가. 나중에 전화주세요.',
    '现在无法接听。有什么事吗？',
    '我马上会打给你。',
    '我稍后给你回电。',
  ],
  ...[
    '现在无法接听。能稍后再打给我吗？',
    '我現在不方便講話，有什麼事？',
    '我待會就回電。',
    '我晚點回電。',
  ],
  ...['我現在不方便講話，晚點再打來好嗎？', 'Tak bisa bicara sekarang. Ada apa?'],
  ...[
    'Saya segera telepon balik.',
    'Nanti saya telepon balik.',
    'Tak bisa bicara skrg. Tlp lg nanti?',
  ],
  ...[
    'Giờ tôi không nói chuyện được. Có việc gì không?',
    'Tôi sẽ gọi lại ngay.',
    'Tôi sẽ gọi lại sau.',
  ],
  ...['Giờ tôi không nói chuyện được. Bạn gọi lại sau nhé?', 'ตอนนี้คุยไม่ได้ มีอะไรหรือเปล่า'],
  ...['เดี๋ยวจะโทรกลับทันที', 'เดี๋ยวจะโทรหาทีหลัง', 'ตอนนี้คุยไม่ได้ โทรมาใหม่ได้ไหม'],
  ...[
    'Δεν μπορώ τώρα. Συμβαίνει κάτι;',
    'Θα σου τηλεφωνήσω αμέσως.',
    'Θα σου τηλεφωνήσω αργότερα.',
  ],
  ...['Δεν μπορώ τώρα. Πάρε με αργότερα.', 'Teď nemůžu mluvit, o co jde?', 'Zavolám později.'],
  ...['Nemůžu telefonovat. Zavoláš později?', 'Most nem alkalmas. Mi újság?'],
  ...['Hamarosan visszahívlak.', 'Később visszahívlak.', 'Most nem alkalmas. Hívnál később?'],
  ...['Nu pot acum. Despre ce e vorba?', 'Sun eu imediat.', 'Sun eu mai târziu.'],
  ...['Nu pot acum. Vorbim mai târziu?'],
];

const im = '(?:im|i am)';
const will = '(?:ill|i will|will)';
const we = '(?:were|we are)';
const weWill = '(?:well|we will|will|i will|ill|someone will|a member of (?:our|the) team will)';
const cannot = '(?:cant|cannot|can not|am unable to|am not able to)';
const now = '(?: (?:right now|now|just now|at the moment|currently|at this time|for now))?';
const sorry =
  '(?:(?:sorry|hi|hello|hey|hi there|hello there|apologies|thanks|thank you)(?: but)? )?';
const soon =
  '(?:later|soon|shortly|right back|asap|as soon as (?:i|we) (?:can|am able|are able|am free|get there|arrive|stop)|as soon as possible|(?:when|once|after) i (?:can|am free|get there|get back|return|arrive|am back|stop|park|am done driving|finish driving|get where im going|reach my destination)|(?:when|once) im (?:back|free|done|done driving|not driving|off the road|parked)|on my return|upon my return|during (?:business|office|working) hours|in due course|within # (?:hours|days|business days))';
const dateWord =
  '(?:#|am|pm|a|p|m|th|st|nd|rd|at|on|the|of|from|until|till|through|to|by|and|for|next|this|back|after|today|tomorrow|tonight|noon|morning|evening|afternoon|week|weeks|day|days|monday|tuesday|wednesday|thursday|friday|saturday|sunday|mon|tue|wed|thu|fri|sat|sun|weekend|january|february|march|april|may|june|july|august|september|october|november|december|jan|feb|mar|apr|jun|jul|aug|sep|sept|oct|nov|dec|est|pst|gmt|utc|further notice|a week|two)';
const date = `(?: ${dateWord}){0,10}`;
/** No word with which a person speaks of themselves. */
const nameWord =
  '(?!(?:i|im|me|my|myself|you|your|not|want|to|die|kill|end|help|cant|dont|for|but)(?: |$))[^ ]+';
const name = `${nameWord}(?: ${nameWord}){0,5}`;
const address = '[^ ]+(?: [^ ]+){0,7}';

const english: string[] = [
  `(?!(?:i )?${cannot} [a-z]+$)${sorry}(?:i )?${cannot} (?:talk|speak|answer|chat|text|reply|respond|answer (?:the phone|your call|my phone)|take (?:your|the) call|come to the phone|pick up)${now}(?: (?:and |but )?(?:whats up|call me later|${will} (?:call|text|message) (?:you )?(?:back )?${soon}|can i call you (?:back )?later|please text me))?`,
  `(?:${im} )?on my way(?: home)?`,
  `can i call you (?:back )?(?:later|soon|in a (?:bit|few|minute))`,
  `${sorry}(?:(?:${will} )?(?:call|ring) you (?:back )?(?:later|soon|shortly|right back|back)|${will} (?:call|ring) (?:back )?(?:later|soon|shortly|right back|back))`,
  `${sorry}(?:${im} )?(?:currently |presently |(?<=im |am ))driving${now}(?: with (?:do not disturb(?: while driving)?|(?:the )?(?:driving )?focus|driving mode) (?:turned )?on)?(?: (?:and |so |but )?(?:i )?(?:${cannot} (?:talk|text|answer|reply|respond)${now}|${will} (?:call|text|reply|respond|get back to|message|answer|see)(?: to)?(?: you| your (?:message|text|call))?(?: back)? ${soon}))?`,
  `${will} see your (?:message|text) when i get where im going`,
  `${sorry}${im} (?:currently )?(?:in a meeting|in class|in a class|in a lecture|on another call|on a call|at the (?:movies|movie theater|cinema|theater|gym))${now}(?: (?:and |but |so )?(?:${will} (?:call|text|message|reply) (?:you )?(?:back )?${soon}|(?:i )?${cannot} (?:talk|answer)${now}|please text me))?`,
  '(?:please )?call (?:me )?back later',
  `sorry ${im} busy${now}(?: (?:and )?(?:call (?:me )?back later|${will} (?:call|text) (?:you )?(?:back )?${soon}))?`,
  `${sorry}i (?:just )?missed your call(?: ${will} (?:call|text) (?:you )?(?:back )?${soon})?`,
  `${im} not receiving notifications${now}`,
  `${name} has notifications silenced`,
  `(?:${im} using |i have |my phone is (?:on|in) )?do not disturb(?: mode)?(?: is)?(?: turned| switched)?(?: on)?`,
  'message sent (?:by|from) (?:at t |at and t |verizon )?(?:drivemode|drive mode|driving mode)',
  `${sorry}(?:for your (?:message|email|text|call) )?(?:${im}|${will} be) (?:currently )?(?:out of (?:the )?office|on (?:annual |parental |maternity |paternity |sick |medical )?leave|on (?:vacation|holiday|holidays|pto)|away from (?:my|the) (?:phone|desk|office|computer|keyboard)${now}|away${now}|out of (?:town|the country))${date}(?: (?:and |with |but )?(?:${will} (?:reply|respond|get back to you|answer|be back|return)(?: to (?:your (?:message|email)|you))?(?: ${soon})?${date}|(?:no|limited|without) access to (?:my )?(?:email|phone|messages|emails)))?`,
  `(?:${im}|${will} be) (?:currently |temporarily )?(?:unavailable|not available|away)${now}${date}(?: (?:and |but )?${will} (?:reply|respond|get back to you|call you|text you|answer)(?: to your message)?(?: back)? ${soon})?`,
  'out of office(?: reply| message| autoreply)?',
  `${we} (?:currently |presently )?(?:unavailable|closed|away|offline|out of (?:the )?office|not available)${now}${date}(?: (?:and |but )?${weWill} (?:respond|reply|get back to you|be in touch|answer)(?: to (?:you|your message))? ${soon})?`,
  `(?:thank you|thanks) (?:so much )?for (?:contacting|messaging|texting|reaching out to|getting in touch with|your message to|writing to|calling) (?:us|${name})(?: (?:and )?${weWill} (?:respond|reply|get back to you|be in touch|be with you)(?: to you)? ${soon})?`,
  '(?:please )?let us know how we can help(?: you)?',
  `(?:we have |weve |we )?received your (?:message|text|inquiry|enquiry|request)(?: (?:and )?${weWill} (?:respond|reply|get back to you|be in touch)(?: to you)? ${soon})?`,
  `our (?:(?:business|office|opening|working|store|support) )?hours are${date}`,
  `our (?:office|store|shop|business|team) is (?:currently |now )?(?:closed|unavailable|offline|away)${date}`,
  'this (?:message|text|reply) (?:was|is|has been) (?:automatically (?:sent|generated)|(?:sent|generated) automatically)(?: (?:by|from|with|while) [^ ]+(?: [^ ]+){0,3})?',
  'this is an? (?:automated|automatic|auto generated|autogenerated) (?:message|reply|response|text|notification)',
  'this (?:number|inbox|mailbox|line|phone number|account) (?:is not monitored|is unmonitored|does not (?:accept|receive|support) (?:texts|text messages|messages|replies|incoming messages|sms)|cannot receive (?:texts|text messages|messages|replies)|is a landline)',
  '(?:replies|messages|texts) to this (?:number|message) are not (?:monitored|read|received)',
];

const carriers: string[] = [
  '(?:free ?msg )?unable to send (?:this )?(?:message|text|sms)(?: to #)?(?: message blocking is active)?',
  '(?:this )?message blocking is active',
  '(?:error )?(?:message|msg|text|sms|mms)(?: to #)? (?:failed|failed to send|failure|not sent|not delivered|undelivered|undeliverable|delivery (?:failed|failure)|could not be (?:sent|delivered)|was not (?:sent|delivered)|delivered|expired)(?: to #)?',
  '(?:error )?invalid (?:number|destination|recipient)(?: please re ?send using a valid # digit mobile number or (?:valid )?short code)?',
  'please re ?send using a valid # digit mobile number or (?:valid )?short code',
  `(?:your )?(?:message|text|sms|mms)(?: (?:sent )?to #)? (?:has been|was|could not be|cannot be|was not|has not been|will not be|is) (?:successfully )?(?:delivered|sent|received|read|deleted)(?: to #)?${date}`,
  'delivery (?:report|receipt|failure|notification|status notification)(?: #)?',
  `(?:you have|youve|you had|you got|you received|you have received|# )?(?: ?(?:got |an? |# |one |two |three |new |unheard )){0,3}(?:missed calls?|voicemails?|voice mails?|voicemail messages?|voice messages?)(?: alert| notification)?(?: (?:from|by) (?:#|a private number|an unknown number|unknown|${name}))?(?: (?:last call|received|called))?${date}`,
  `#(?: #)? (?:called|tried to call|tried to reach|has called|has tried to call|rang)(?: you)?(?: # times?)?${date}`,
  `(?:the )?(?:subscriber|number|customer|person)(?: #)?(?: (?:that )?you (?:have )?(?:called|dialed|texted|reached|were calling|tried to call|tried to reach|are calling|are trying to reach))? is (?:now |currently )?(?:available|not available|unavailable|reachable|not reachable|busy|switched off|not in service|no longer in service|disconnected)(?: (?:now|to take calls|to take your call|again))?(?: please (?:try|call) again(?: later)?)?`,
  `(?:sorry )?this (?:service|number|customer|subscriber|user) is (?:not (?:available|in service|accepting (?:calls|messages|texts))|unavailable|no longer in service|disconnected)${now}`,
  '# is (?:now |currently )?(?:available|reachable)(?: (?:to take calls|to receive calls|now|again))?',
];

/** Also said by people, so only beside another. */
const beside: string[] = [
  '(?:hi|hello|hey|hi there|hello there|dear (?:customer|sender)|good (?:morning|afternoon|evening)|sorry|thanks|thank you|ok|greetings)',
  `(?:and |but )?${weWill} (?:call|text|reply|respond|answer|get back to you|get back|be in touch|message|see|read|return your call|reach out)(?: to)?(?: you| your (?:message|text|email|call))?(?: back)? ${soon}(?: ${soon})?`,
  `(?:and )?${will} (?:be back|return|be available|be in the office)(?: to (?:the )?office| in (?:the )?office| online)?${date}`,
  `if (?:this|it|your (?:message|matter|request)) is urgent (?:please )?(?:reply urgent(?: to send a notification through(?: with your (?:original )?message)?)?|(?:call|text|contact|email|dial) ${address})`,
  `(?:for|in case of) (?:any )?(?:urgent|immediate|emergency|emergencies)(?: (?:matters|issues|enquiries|inquiries|assistance|requests|cases|help))? (?:please )?(?:call|text|contact|email|dial) ${address}`,
  '(?:i )?(?:will )?(?:have )?(?:no|limited) access to (?:my )?(?:email|emails|phone|messages)(?: during this time)?',
  '(?:thank you|thanks)(?: you)? for (?:your|the) (?:message|text|email|call|patience|understanding|interest)',
  '(?:please )?(?:do not|dont) reply(?: to this (?:message|text|number|email))?',
  '(?:please )?(?:leave (?:a|your) message|try again later|call (?:me )?(?:back )?(?:again )?later|text me|send me a text|call again later|contact customer service|contact your (?:carrier|operator))',
  '(?:please |to listen |to retrieve (?:it|your messages) |to hear (?:it|your messages) )?(?:call|dial|press) #(?: to (?:listen|retrieve|hear|check)(?: (?:it|your messages|your voicemail|to your messages|to it))?)?',
  `(?:best|kind|warm)(?: regards| wishes)?(?: ${name})?`,
  `(?:regards|cheers|sincerely|yours)(?: ${name})?`,
  `${im} busy${now}`,
  `(?:${im} )?(?:in a meeting|in class|at work|at lunch|on a call|on another call)${now}`,
  '(?:if|unless) (?:this|it) is urgent|reply urgent to send a notification through(?: with your (?:original )?message)?',
  'sent from my [^ ]+(?: [^ ]+)?',
  '(?:message|msg)(?: and)? data rates may apply',
  `(?:and |but )?(?:@|${dateWord})(?: (?:@|${dateWord})){0,10}`,
  'we try to be as responsive as possible(?: and)?',
  `(?:last call|last|called|at|on|received)${date}`,
];

/** German, Spanish, French, Italian, Portuguese, Dutch; folded, so without accents. */
const others: string[] = [
  'ich (?:rufe (?:dich |sie )?(?:gleich|spater|nachher) (?:zuruck|an)|melde mich (?:spater|gleich|bald|nachher))',
  'te llamo (?:luego|mas tarde|despues|enseguida|en un rato)',
  'je (?:te|vous) (?:rappelle|rappellerai|appelle) (?:plus tard|tout de suite|bientot|des que (?:possible|je peux))',
  '(?:ti (?:chiamo|richiamo) (?:dopo|piu tardi|subito|appena posso)|(?:te )?ligo (?:mais tarde|depois|ja)|ik bel (?:je|u) (?:straks|later|zo)(?: terug)?)',
  'ich (?:fahre gerade(?: auto)?|bin gerade (?:mit dem auto unterwegs|am steuer|im auto))(?: (?:und|mit) (?:[^ ]+ ){0,6}(?:nicht storen|fokus)(?: [^ ]+){0,5})?',
  'ich (?:sehe|lese) deine nachricht (?:sobald|wenn) ich (?:[^ ]+ ){0,4}(?:angekommen bin|ankomme|da bin|erreicht habe)',
  'ich bin (?:gerade |zurzeit |derzeit |aktuell |momentan )?(?:in einer besprechung|in einem meeting|nicht im buro|nicht erreichbar|nicht im haus|im urlaub|au er haus|abwesend)(?: (?:bis|vom|ab|am|zum|und|wieder|erreichbar|zuruck|#|januar|februar|marz|april|mai|juni|juli|august|september|oktober|november|dezember)){0,10}',
  '(?:vielen dank|danke) fur (?:ihre|deine) (?:nachricht|anfrage|e ?mail)(?: wir (?:melden uns|sind) [^ ]+(?: [^ ]+){0,5})?',
  'sie haben (?:(?:einen|#|eine) )?(?:verpassten anruf|verpasste anrufe|neue sprachnachricht|neue nachricht)(?: von #)?(?: [#a-z]+){0,5}',
  '(?:estoy|voy) (?:conduciendo|manejando|al volante)(?: (?:con|y) (?:[^ ]+ ){0,8}(?:activad[oa]|no molestar(?: al conducir)?))?',
  'vere tu mensaje (?:cuando|en cuanto) llegue(?: a mi destino)?',
  'estoy (?:en una reunion|en clase|fuera de (?:la )?oficina|de vacaciones|ausente|ocupad[oa])(?: (?:ahora|en este momento|hasta|el|del|al|de|#|enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre|te llamo (?:luego|mas tarde))){0,8}',
  '(?:gracias por (?:tu|su) mensaje|gracias por (?:contactar(?:nos)?|comunicarte|comunicarse|escribirnos|ponerte en contacto)(?: con (?:nosotros|[^ ]+(?: [^ ]+){0,3}))?)',
  '(?:en este momento |ahora )?no (?:estamos disponibles|podemos (?:responder|atenderte|atenderle))(?: (?:en este momento|ahora))?(?: pero (?:te |le )?responderemos (?:lo antes posible|en cuanto podamos))?',
  'tiene (?:una?|#) (?:nuev[oa] )?(?:llamada perdida|llamadas perdidas|mensaje de voz|mensajes de voz)(?: de(?:l)? (?:numero )?#)?(?: [#a-z]+){0,5}',
  'je (?:conduis|suis au volant|suis en train de conduire)(?: (?:avec|et) (?:[^ ]+ ){0,8}(?:active|activee|conduite|deranger))?',
  'je (?:verrai|lirai) (?:ton|votre) message (?:a mon arrivee|une fois arrivee?(?: a destination)?|(?:quand|lorsque) je (?:serai arrive|arriverai))',
  'je suis (?:actuellement )?(?:en reunion|en cours|absente?|en conges?|en vacances|absente? du bureau|occupee?)(?: (?:pour le moment|jusqu|au|a|le|du|#|janvier|fevrier|mars|avril|mai|juin|juillet|aout|septembre|octobre|novembre|decembre)){0,8}',
  'merci (?:pour|de) (?:votre|ton) (?:message|appel)|merci de nous avoir contactes?',
  '(?:nous ne sommes pas disponibles|nous sommes actuellement (?:indisponibles|fermes|absents))(?: (?:pour le moment|actuellement))?(?: mais nous (?:vous )?repondrons des que possible)?',
  'vous avez (?:un|#) (?:nouveau )?(?:appel manque|appels manques|message vocal|messages vocaux|appel en absence)(?: du? #)?(?: [#a-z]+){0,5}',
  'sto guidando(?: (?:con|e) (?:[^ ]+ ){0,8}(?:attiv[oa]|disturbare))?',
  '(?:vedro|leggero) il tuo messaggio (?:quando|appena) (?:arrivo|saro arrivat[oa])(?: a destinazione)?',
  'sono (?:in riunione|fuori ufficio|in ferie|in vacanza|assente|occupat[oa])(?: (?:al momento|fino|al|dal|il|#|ora)){0,6}',
  'grazie per (?:il tuo|il suo|il vostro) messaggio|grazie per averci contattat[oa]',
  'estou (?:dirigindo|conduzindo|a conduzir)(?: (?:com|e) (?:[^ ]+ ){0,8}(?:ativad[oa]|perturbar|incomodar))?',
  '(?:verei|vou ver) (?:a )?(?:sua|tua) mensagem quando chegar(?: ao (?:meu )?destino)?',
  'estou (?:em (?:uma )?reuniao|numa reuniao|fora do escritorio|de ferias|ausente|ocupad[oa])(?: (?:agora|ate|de|a|o|dia|#|no momento)){0,6}',
  'obrigad[oa] (?:pela|por) (?:sua |tua )?(?:mensagem|entrar em contato|entrar em contacto|contatar)(?: (?:conosco|connosco))?',
  'ik (?:ben aan het rijden|rij nu|rijd nu|zit in de auto)(?: (?:met|en) (?:[^ ]+ ){0,8}(?:aan|ingeschakeld|storen))?',
  'ik ben (?:in een vergadering|niet op kantoor|met vakantie|op vakantie|afwezig)(?: (?:nu|tot|en|met|van|#|op dit moment)){0,6}',
];

/** Stand before the text of an app or a mailbox. */
const labels: string[] = [
  '(?:driving )?(?:auto|automatic|automated|autom)? ?(?:reply|response|responder|answer|message)(?<=(?:auto|automatic|automated|autom) ?(?:reply|response|responder|answer|message))(?: (?:from|sent by|by) [^ ]+(?: [^ ]+){0,3})?',
  'autoreply|autoresponse|autoresponder|away message|out of office|sent by auto ?reply|(?:t mobile |at t |verizon |vzw |metro |boost |cricket )?free ?msg|missed call(?: alert)?|voicemail(?: alert)?',
  'respuesta automatica|mensaje automatico|reponse automatique|message automatique|automatische (?:antwort|nachricht|abwesenheitsnotiz)|abwesenheitsnotiz|risposta automatica|messaggio automatico|resposta automatica|mensagem automatica|automatisch (?:antwoord|bericht)',
];

export const notices = {
  alone: [...english, ...carriers, ...others],
  beside,
  labels,
  awayWords: [
    ...['driving', 'away', 'office', 'meeting', 'unavailable', 'available', 'busy', 'vacation'],
    ...[
      'holiday',
      'reply',
      'respond',
      'urgent',
      'call you',
      'get back',
      'offline',
      'closed',
      'asleep',
    ],
    ...[
      'conduciendo',
      'reunion',
      'oficina',
      'volant',
      'bureau',
      'buro',
      'urlaub',
      'absent',
      'ausente',
    ],
  ],
};
