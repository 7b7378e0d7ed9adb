import type { Pattern, WordList } from '../../word-list.ts';

export const idioms: Pattern[] = [
  '(?:\\d+|few|many|more|some|about|total|of|for|in|per|those) kms',
  'off the (?:\\w+ )?(?:roof|ledge|cliff|rock|boat|dock|pier|diving board) into the (?:\\w+ )?(?:pool|water|lake|sea|ocean|foam pit)',
  'suicide prevention(?! (?:hot|help|life|text|line|crisis)\\w*)',
  'kill(?:ed|ing|s)? (?:some |the )?time',
  '(?:whole|entire|too much|bunch|loads?) (?:(?:bottle|glass|jug|carton|can|cup|pint|box|bag|pack|tub) )?(?:of )?(?:water|milk|juice|coke|pepsi|soda|squash|lemonade|gatorade|lucozade|tea|coffee|ketchup|sauce|ice cream|crisps|chips|sweets|chocolates?|biscuits|cookies|mints|gum)',
  'kill(?:ed|ing)? (?:a |the |this |that )?(?:process|task|session|server|job|thread|lights|app|engine|bugs?|weeds?|mold|germs?|bacteria|ants?|flies|plants?)',
  '(?:to|would|could) (?:die|kill) for',
  'i (?:will|would) die for (?:a|an|some|this|that)',
  '(?:die|dies|died|dying|dead) (?:of|from|with|by) (?:boredom|laughter|laughing|embarrassment|cringe|shame|heat|cuteness|curiosity|hunger|thirst|cold|chocolate|envy|jealousy|happiness|excitement|joy|love)',
  '(?:die|died|dying) laughing',
  'dying (?:to|for)',
  'die hard',
  '(?:die|dying) on (?:this|that|my|the|any) hill',
  '(?:feel|feels|felt|feeling|look|looks|looked) like death',
  'better dead than red',
  '(?:asked|asks|asking) (?:me )?(?:if|whether) i (?:(?:am|was|feel|felt|have|had) (?:[^ .]+ ){0,3}(?:suicidal|suicide)(?: thoughts)?|want(?:ed)? to (?:die|kill myself|hurt myself))',
  '(?:hang|hanging|hung|cut|cutting|shot|shoot|pour|make|buy|get) myself (?:a|an|some|the(?! (?:night|belt|rope|cord|branch|hook|knot|beam|noose)))',
  'rather (?:\\w+ )?die than(?! (?:live|go back|stay|keep|be here))',
  '(?:die|dying) (?:my|her|his|the|some) (?:\\w+ )?(?:hair|shirts?|jeans|eggs|yarn|fabric|wool|roots|eyebrows|beard)',
  '(?:going to|will) die if',
  '(?:die|dies|died) (?:old|before i get)',
  '(?:dead|dog) (?:tired|serious|line|end|beat|asleep|on my feet)',
  '(?:bored|scared|worried|sick|tired|frozen|starved) to death',
  'hope to die',
  '(?:shoot|shot|shooting) (?:me|you|him|her|them|us) (?:an? |the |your )?(?:email|e mail|mail|text|message|note|line|dm|link|invoice|quote)',
  '(?:shoot|shot) myself in the foot',
  '(?:kill|killed|killing) (?:myself )?(?:with kindness|two birds|it|the (?:mood|vibe|messenger))',
  '(?:kill|killing|killed) myself (?:laughing|at the gym|with (?:work|kindness|overtime)|over (?:this|that|a|an|the|some))',
  'kick(?:s|ed|ing)? (?:it|back)',
  'hang(?:ing)? (?:out|in there|on|around|tight|loose|up)',
  'touched me with (?:his|her|their) (?:words|speech|story|music|song)',
  '(?:almost|nearly) (?:killed|hanged) myself (?:trip|fall|laugh|slip|climb|run)\\w+',
  'hits? (?:me|us) with (?:a|an|the) (?:\\w+ )?(?:idea|question|joke|offer|bill|fact|fee|surprise|news)',
  'hits? (?:me|us) (?:up|with (?:a|an|some|your|the|that|his|her) (?:best|joke|fact|question|idea|invoice|bill|offer|good|random)?)',
  'hits? (?:me|us) (?:that|like|in the feels|hard when)',
  'beat(?:s|en)? (?:me|us|him|her|them) (?:to (?:it|the)|at(?! (?:night|home|least|all))|in (?:chess|a|the (?:game|final|finals|race|quiz|semi)|fifa|mario|cards|tennis|ping|pool|poker|scrabble|madden|basketball))',
  'take (?:my|your) own life (?:jacket|vest|ring|story|insurance)',
  'end (?:my|the|this|your|our|a) (?:subscription|membership|call|trial|contract|lease|plan|meeting|chat|day|week|letter|essay|email|speech|book)',
  'at the end of (?:my|the) (?:rope|day|tunnel)',
  'jump(?:ing)? (?:ship|the (?:gun|queue|line|shark)|to conclusions|for joy|rope|on (?:a|the) call)',
  'stab(?:bed|bing)? (?:at|pain|pains)',
  '(?:want|feel like|feels like|could)(?: to)? bang(?:ing)? my head (?:against|on|into|off) (?:the|a|my) (?:wall|desk|keyboard|table)',
  'stab(?:s|bed|bing)? (?:\\w+ ){1,2}in the back',
  '(?:that|this|it|the|these|those|them) (?:\\w+ ){0,2}(?:blew|blows|fried|fries|melted|killed) my (?:\\w+ )?(?:brains?|mind|head)(?: out)?',
  '(?:lost|losing|lose|loses|sapped|drained|sucked|sucks) (?:\\w+ )?(?:the|my|all|all my) will to live (?:reading|waiting|watching|listening|trying|doing|in|at|on|after|halfway|every|during|filling|queueing|scrolling|with|just|somewhere|around|when|while|over)',
  'make(?:s)? (?:me|you|us|one) lose (?:the|my|your|all) will to live',
  '(?:delete|deleting|remove|removing|kill|killing|cut|cutting) myself from (?!(?:this|the) (?:world|earth|planet))\\w+',
  'blow(?:ing|s)? (?:my|your) mind',
  '(?:slit|cut) (?:my|the) (?:losses|hair|bangs|nails|grass|cake|bill|costs|carbs|sugar|hours|phone bill)',
  'razor (?:burns?|bumps?)',
  '(?:if (?:you|someone|they|anyone) (?:put|held|puts|holds) (?:a|the) )?gun to my head (?:i would|and (?:told|asked|made)|i had|i have|which|what)',
  'if (?:you|someone|they|anyone) (?:put|held|puts|holds) a gun to my head',
  'out of my misery and (?:tell|reveal|show|say|give|answer|send)',
  'cut(?:ting)? (?:down|back|off|out|in half|corners|it|to the chase|class|classes|through)',
];

export const negations: Pattern[] = [
  '(?:not|never) (?:going|trying|planning|want|wanting|wish|intend|intending|about|willing|tempted) to(?: actually| really| ever)?',
  '(?:will|would|could|did|should) (?:not|never)(?: ever| actually| really)?',
  '(?:not|never) (?:thinking|thought|dreaming|think) (?:about|of)',
  '(?:not|never|no) (?:have |having |had )?(?:any )?(?:thoughts?|intention|intentions|plans?|ideas?|wish|desire|urge|urges) (?:about|of|to)',
  'no thoughts of',
  '(?:not|never) (?:have|having|had)(?: any)?',
  '(?:have|has|had|do|did|does) (?:not|never)(?: ever| really)?',
  '(?:not|never) been',
  '(?:am|was|are|is|were) not(?: actually| really| at all)?',
  'no longer(?: have| had| get| feel| having| any| want to)?',
  'no one(?: is| was| has been| has ever)?',
  '(?:free of|free from|overcame)(?: my| the)?',
  'without',
  'instead of',
  'rather than',
  'denies',
];

export const contexts: WordList['contexts'] = {
  /** About a topic, not about the writer. */
  topic: [
    '(?:essay|dissertation|thesis|paper|report|presentation|homework|assignment|article|documentary|podcast|news|newsletter|training|policy|curriculum|lesson|lecture|seminar|literature|poetry|philosophy|sociology|psychology class|statistics|stats|studies|study|research|survey|debate|bill|law|poster|announcement|template|halloween|decoration|costume|prop|scarecrow)',
    '(?:novel|thriller|mystery|romance|writer|writing (?:a|my)(?! (?:suicide|goodbye|note|notes|letters?|farewell|last|final|will))|chapter|lyrics?|song|songs|album|band|movie|film|films|episode|series|poem|poems|play|musical|manga|anime|comic|plot|screenplay|script|scene|villain|protagonist|fanfic|fiction|quote|quotes|actor|actress|author|book)',
    'my (?:hero|heroine|character|characters|book|story|sim|sims|wizard|rogue|avatar)',
    '(?:a|the|this|that|main|favorite|her|his) (?:character|characters)',
    '(?:write|tell) (?:me )?an? (?:\\w+ )?(?:\\w+ )?(?:story|poem|haiku|limerick|speech|scene|sketch|rap|parody|tale|bedtime)',
    '(?:horror|sci fi|short|bedtime|ghost|detective|funny|love) (?:story|stories)',
    'what does ~ ~ (?:mean|stand for|refer)',
    '(?:meaning|definition|origin|etymology|synonyms?|translation|pronunciation) (?:of|for)',
    '(?:translate|define|spell|summari[sz]e|summary|review|theme|themes|analysis|history)',
    '(?:the|that|this|famous) (?:line|verse|chorus|saying|phrase|slogan|tagline)',
    '(?:who|he|she) (?:sang|sings|wrote|said|killed)(?= (?:[^ .]+ ){0,4}(?:song|line|that|it|this|first))',
    'who (?:sang|sings|wrote|said|killed)',
    '(?:sang|sings|cast|casting|lyric|soundtrack|trailer|netflix|shakespeare|hamlet|macbeth|juliet|sitcom|cartoon|opera|playlist|vinyl|concert|rapper|guitarist|remix|oscar|philosopher|subtitle|subtitles|screenwriter|storyline|monologue|improv)',
    '19\\d\\d',
    '(?:prevention|awareness|rate|rates)',
    '(?:hotlines?|helplines?|shelter|shelters) (?:list|volunteer|donat\\w*)',
  ],
  /** Another's words, or words to translate. */
  quoted: [
    '(?:lyrics?|songs?|sings?|sang|goes|lines?|translate|character|hero|heroine|villain|says?|(?<! i )(?:said|saying)|sentence|phrase|title|called|titled|quote|write|spell|pronounce|(?<! i )mean|means|song|scene|movie|film|novel|book|chapter|joke|meme|poem|essay) (?:[^ .]+ ){0,6}i',
    '(?:in|into|to) (?:english|spanish|french|german|italian|japanese|chinese|korean|latin|russian|portuguese)',
    '(?:song|lyrics?|lyric|album|release|movie|film|novel|scene|chapter)',
    'my (?:\\w+ )?(?:character|hero|heroine|villain|protagonist|avatar|sim)',
    '(?:respawn|speedrun|in minecraft|in roblox|in gta|in skyrim|in fortnite|in the (?:\\w+ )?(?:game|level|match|boss fight))',
    '(?:he|she|they|who|someone|people|patients?|students?|friend|god|doctor|therapist) (?:said|says|say|asks|asked|thinks?|thought)(?: me| that| if| whether)? i',
  ],
  supposed: ['(?<=^ (?:\\w+ )?)if'],
  /** A daily dose, or another's. */
  quantity: [
    '(?:as prescribed|with (?:breakfast|dinner|food|lunch|water)|this morning|for (?:the|my) (?:day|week|cold|flu)|course|antibiotics?|vitamins?|finished|on time|(?:my |the )(?:dog|cat|puppy|kid|toddler))',
  ],
  /** A helpline as work, as a topic or on a poster. */
  campaign: [
    '(?:essay|paper|report|presentation|homework|article|podcast|newsletter|training|research|history|songs?|movie|film|lyrics|book|posters?|lanyards?|flyers?|announcement|ads?|website|logo|volunteer\\w*|donat\\w*|fundrais\\w*|charity|thank you|testimonial|job|staff|founder|founded)',
  ],
  game: [
    '(?:game|games|gaming|fantasy|level|boss fight|quest|mission|respawn|spawn|lobby|minecraft|fortnite|roblox|skyrim|elden|zelda|pokemon|warzone|valorant|dnd|d and d|sims?|npc|npcs|npc s|xp|raid|pvp|gta|hitman|among us|controller|xbox|playstation|nintendo|speedrun|checkpoint|monopoly|chess|fifa|mario|paintball|airsoft|laser tag|quiz|trivia|smash|scrabble|poker|football|soccer|basketball|tournament|match|opponent|opponents|kahoot|karaoke|on stage|dodgeball)',
  ],
  joking: [
    'lol(?! (?:not (?:even )?(?:kidding|joking)|i am serious))',
    '(?<!(?:not|not even|no|never|not (?:in|like) (?:a|the)) )(?:funny|laughing|giggling|joking|jokingly|joked|kidding|joke|hilarious|meme)',
  ],
  accident: [
    '(?:accident|accidentally|accidental|mistake|shaving|shaved|cooking|baking|kitchen|oven|stove|iron|pan|onion|onions|tomato\\w*|tins?|a can|grater|mandoline?|barbed wire|branch|brambles?|bushes|scooter|foil|hedge|tree|candy|too much|glass|opening|chopping|slicing|stitches|tetanus|bandaid|band aid|gym|workout|lifting|football|soccer|rugby|tennis|running|skiing|climbing|bike|cat|cats|dog|dogs|thorns|gardening|sun|sunburn|straightener|curling|candle)',
  ],
  sport: [
    '(?:bungee|bungy|base jump\\w*|legal|fishing|sailing|sail|scouts?|camping|tarp|hammock|lasso|boat|kayak|archery|abseil\\w*|rappel\\w*|wingsuit|zipline|high dive|gymnast\\w*|cosplay|magician|parachut\\w*|paraglid\\w*|skydiv\\w*|div(?:e|ing)|board|pool|trampoline|dock|swim\\w*|ski|hike|hiking|camera|photo\\w*|lens|film|shoot a|wedding|hoops|basket|free throw)',
  ],
  conditional: ['if (?:you|he|she|they|it|i am late|i miss|i forget|this|that|the|my)'],
  longAgo: [
    '(?:years|decades) (?:ago|back|on|sober|clean|now)',
    '(?:in|was|since|summer of) (?:19|20)\\d\\d',
    'back in(?: the)? \\d\\ds?',
    'in my (?:early |late |mid )?(?:teens|twenties|thirties|forties|youth)',
    'in (?:\\w+ )?years',
    'used to',
    'back then',
    '(?:recovered|recovery|clean|sober|free|stable|happily|happy) (?:[^ .]+ ){0,4}(?:for|since) (?:\\w+ )?(?:\\w+ )?(?:years|decades|19\\d\\d|20\\d\\d)',
    '(?:these days|nowadays|now|today) i (?:am (?:a|an|so|very|really|happy|happily|well|better|grateful|glad|thriving|proud|married|fine|ok|okay) ?|coach|teach|help|volunteer|mentor|love|run|speak|support|counsel|work (?:as|with)|lead|give)(?! (?:up|to die))',
    '(?:happy|glad|grateful|thankful|proud) (?:now|today|that i am alive|to be alive|i am (?:still )?(?:here|alive))',
    'as a (?:teen|teenager|kid|child|student)',
    'when i was (?:a|\\d+|young|little|younger)',
    'at (?:\\d\\d|age \\d+|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|twenty)(?! (?:tonight|today|tomorrow))',
  ],
  away: [
    'for (?:a|two|three|four|five|\\d+) (?:weeks?|days?|nights?|months?)',
    'next (?:week|month|summer|friday|monday|tuesday|wednesday|thursday)',
    '(?:meetings?|shift|shifts|office|class|classes|appointment|schedule|rehearsal|practice|standup|session|course|lesson|deliver\\w*|courier|package|parcel|plumber|cover for|email me|call me|flight|plane|train leaves|visit|visiting|conference|jury duty|maternity leave|party|dinner|lunch|game|tournament|workshop|webinar|interview|landlord|tenant|lease|sitter|babysit\\w*|airport|out of town|out of office|day off|holidays?|vacation|trip|travel|travell?ing|business|moving|retire\\w*|retirement|coworkers?|colleagues?|weekend|can we|reschedule|see you (?:soon|later|on|next|monday|tomorrow)|while i am (?:away|gone)|until i (?:am|get) back|be back)',
  ],
  /** About something that annoys. */
  complaint: [
    '(?:hard drive|disk|files?|backup|bitcoin|crypto|club|party|place is|event|bar|queue|store|mall|restaurant|hostel|motel|dorm|sale|offer|discount|trial|voucher|coupon|warranty|conference|puzzle|riddle|sudoku|spreadsheet|excel|math|maths|essay|seminar|webinar|audition|choir|orchestra|spin class|marathon|contract|lease|job|work|boss|meeting|meetings|subscription|membership|game|level|crossword|homework|exam|exams|season|series|show|movie|song|album|team|laundry|diet|diapers|neighbou?r|weather|winter|summer|traffic|commute|printer|computer|laptop|phone|app|update|wifi|internet|printer|recipe|recipes|dinner|dessert|food|pizza|sugar|coffee|gym|workout|flight|airport|hotel|bill|bills|tax|taxes|refund|order|delivery|couch|sofa|furniture|project|code|password|account|email|emails|semester|school|class|headache|cold|flu|knee|back pain)',
  ],
  children: [
    '(?:my (?:son|daughter|kid|kids|toddler|baby|child|mom|mother|dad|father|grandma|grandpa|grandmother|wife|husband) (?:is|has|takes|take|s)|for (?:a|my) (?:child|kid|toddler|baby|year old|mother|mom|dad)|toothache|headache|dentist|safe to|weeds?|ants?|rats?|mice|mouse|wasps?|mold|grass|roaches|bugs?|first aid|nurse|nursing|pharmacology|chemistry|exam|patients?|legally|recipe)',
  ],
  hunting: ['(?:hunt|hunting|hunter|deer|duck|range|skeet|clays?|licen[sc]e|storage|holster)'],
  joyful: [
    '(?:coffee|tea|caffeine|snacks?|bacon|bread|naps?|memes?|netflix|playlist|podcasts?|weekend|chocolate|cake|pizza|dog|puppy|cheese|tacos|wifi|music|skip|meeting|goalkeeper|screens|gym)',
  ],
  denied: [
    '(?:never|not)(?: ever| once)? (?:hit|beat|hurt|touch|touched|harm|harmed|lay|laid|abuse|abused|abusive|raised?)',
  ],
  /** On the roof, on the bridge, and well. */
  outing: [
    '(?:fixing|repair\\w*|antenna|gutters?|tiles|shingles|solar|chimney|satellite|fireworks|the view|sunset|sunrise with|picnic|concert|with (?:the|my) (?:kids|family|camera)|watched|photos?)',
  ],
  animals: [
    '(?:dog|dogs|cat|cats|puppy|kitten|labrador|rabbit|hamster|horse|goats?|chickens?|plants?|rats?|mice|fish)',
  ],
  embarrassing: [
    '(?:omg|embarrass\\w*|awkward|mortif\\w*|cringe\\w*|blush\\w*|(?<!(?:jump\\w*|step\\w*|walk\\w*|run|ran|myself|me|go|going|lie|ly\\w+|lay\\w*|get|out) )in front of (?:the|everyone|my|our|a|all)|unmuted?|mic|microphone|zoom|on camera|autocorrect|typo|fart\\w*|burp\\w*|zipper|tripped|slipped on|reply all|wrong (?:person|chat|group|number)|called (?:the|my|our|him|her) (?:teacher|boss|professor|coach|[^ .]+ (?:mom|dad|by))|dances?|danced|dancing|sang|waved back|spinach|toilet paper|my fly|dropped the|spilled|spilt)',
  ],
  goodPlans: [
    '(?:propose|ask (?:him|her|them) (?:out|to)|quit (?:smoking|my job|drinking|sugar)|smoking|resign|book|bake|cook|gym|haircut|hair|bleach|dye|tattoo|piercing|apply|register|enroll|sign up|tell (?:him|her|them) (?:i|how)|confess my|marathon|run|swim|buy|sell|adopt|move to|travel|karaoke|audition|post it|upload|launch|deploy|publish|clean the|tidy|homework|laundry|dishes|taxes|paperwork|workout)',
  ],
  online: [
    '(?:instagram|insta|twitter|tiktok|facebook|snapchat|youtube|twitch|reddit|spotify|linkedin|online (?!guy|man|date)|account|blog|profile|newsletter|ads?|a (?:dog|cat|duck|goose|puppy|bird)|(?:dog|cat|duck|goose|puppy|kitten|squirrel|raccoon) (?:is|keeps|was|has))',
  ],
  lesson: [
    '(?:first aid|cpr|course|certif\\w*|nursing|paramedics?|lifeguard|naloxone|narcan|died of|(?:if|when) (?:someone|somebody|anyone|a (?:person|patient|student|child|customer|guest|coworker)))',
  ],
  toy: ['(?:water|nerf|toy|glue|nail|heat|squirt|paintball|massage|airsoft|bb) guns?'],
};

export const otherSubjects: Pattern[] = [
  '(?:he|she|they|you|who|people|anyone|someone|we|character|hero|man|woman|boy|girl|kids?|children|teens?|everyone|patients?|students?|one)(?: (?:all|both|also|really|just|might|may|will|would|could|should|can|do|does|did|not|always|ever|never|even|still|is|are|was|were|has|had|have|been|to|said|say|says|want|wants))?',
  '(?:it|this|that) (?:really |just )?(?:might|may|will|would|could|should|can|does|did|is|was|has|had|makes|made)(?: not| you| him| her| them)?',
  'how many (?:people|americans|teens)',
  '(?:why|when|where) (?:does|did) \\w+',
  '(?!(?:what|all|this|that|it|hope|wish|and|or|there|here|life|pain|death|solution|which) )\\w+ (?:is|are|was|were)(?: about| going)?',
  '(?:not|never|no longer|left the)',
];

export const clauseStarts = ['but', 'although', 'though', 'however', 'except', 'yet', 'still'];
