import type { Tip } from './tip.ts';

/** What the sandbox knows of kitchen science: what to cook, what to keep, and why it works. */
export const solTips: Tip[] = [
  {
    about: /\beggs?\b/i,
    says: [
      'For jammy eggs: 7 minutes in boiling water, then straight into cold water. Whites set before yolks, so time is all you need.',
      'An egg that floats is old: air has leaked in through the shell. One that lies flat on the bottom is fresh.',
    ],
    more: 'Older eggs peel better, because the white loses acid and lets go of the skin. Keep a week-old box for boiling.',
  },
  {
    about: /\brice\b/i,
    says: [
      'Rinse the rice, use 1.5 cups of water to 1 of rice, lid on, low for 12 minutes, then 10 off the heat. The rest is steam.',
      'Cool leftover rice within an hour and eat it the next day: its spores survive cooking and wake up when it is warm.',
    ],
    more: 'Resting lets the moisture even out, so the bottom stops being wet and the top stops being dry.',
  },
  {
    about: /\bpasta|spaghetti|noodles?\b/i,
    says: [
      'Salt the water, stop a minute early, and finish the pasta in the sauce with a splash of its water. The starch makes it cling.',
    ],
    more: 'Oil in the water does nothing for sticking; stirring in the first minute does, because that is when the starch is loose.',
  },
  {
    about: /\bchicken\b|poultry|turkey/i,
    says: [
      'Chicken is done at 74 C (165 F) inside. Salt it the evening before and it stays juicy: salt helps the meat hold its water.',
      'Raw chicken keeps one or two days in the fridge, nine months frozen. Do not wash it: that only spreads it around.',
    ],
    more: 'Pat the skin dry and start it in a cold pan: the fat melts out before the outside burns, so it turns crisp.',
  },
  {
    about: /\bsteak|beef|sear|brown(ing)?\b|maillard/i,
    says: [
      'Dry the surface, heat the pan well, and do not crowd it. Browning starts near 140 C, and wet meat never gets past 100.',
    ],
    more: 'Let it rest five minutes: the juices thicken as they cool a little and stay in the meat, not on the board.',
  },
  {
    about: /\bfish|salmon|tuna|prawn|shrimp/i,
    says: [
      'Cook salmon skin down for most of the time and stop while the middle is still a little darker: 50 C inside is tender.',
    ],
    more: 'White beads on top are protein squeezed out by too much heat. A short salt bath before cooking prevents them.',
  },
  {
    about: /\bbread|dough|yeast|sourdough|knead/i,
    says: [
      'Dough is ready when a gentle poke springs back slowly. If it snaps back, give it time; if it stays, bake at once.',
      'Bread goes stale fastest in the fridge: starch hardens in the cold. Keep it on the counter for two days, or freeze slices.',
    ],
    more: 'Kneading lines up gluten into a net that traps gas. Time does the same: that is how no-knead bread works.',
  },
  {
    about: /\bcakes?\b|bak(e|ing)\b|cookies?|biscuits?|muffin/i,
    says: [
      'Weigh the flour and mix just until you see no more of it. More stirring makes more gluten, and the cake turns chewy.',
    ],
    more: 'A cake that sinks was opened early or had too much baking powder: the bubbles grew faster than the crumb could set.',
  },
  {
    about: /baking soda|baking powder/i,
    says: [
      'Soda needs something sour to work, powder brings its own. 1 teaspoon of soda does the job of about 3 of powder.',
    ],
    more: 'Test old powder in hot water: if it fizzes well it still lifts.',
  },
  {
    about: /\bonions?\b/i,
    says: [
      'For sweet brown onions: low heat, a pinch of salt, 40 minutes, and a splash of water when they catch. Sugar needs time to brown.',
      'Chill an onion and use a sharp knife: less of the sulphur reaches your eyes.',
    ],
    more: 'A pinch of baking soda speeds up browning, but too much turns them to jam.',
  },
  {
    about: /\bgarlic\b/i,
    says: [
      'Crush garlic and wait ten minutes before it meets heat: that is when its flavour forms. Add it late, it burns in seconds.',
    ],
    more: 'Whole cloves roasted slowly turn sweet, because the sharp compound never forms. Do not keep garlic in oil at room temperature.',
  },
  {
    about: /\bpotato(es)?\b|\bfries\b|\bchips\b|mash/i,
    says: [
      'For crisp roast potatoes: boil with a pinch of soda, shake them rough, then hot fat. The rough starch is the crust.',
      'Keep potatoes dark, cool and away from onions. Green parts are bitter for a reason: cut them off.',
    ],
    more: 'Mash by hand: a blender bursts the starch and you get glue.',
  },
  {
    about: /\btomato(es)?\b/i,
    says: [
      'Keep tomatoes out of the fridge until ripe: below 12 C they stop making flavour. A pinch of salt ten minutes early helps.',
    ],
    more: 'Salt draws out water with flavour in it and dulls bitterness. That little pool is a dressing already.',
  },
  {
    about: /avocado|banana|ripen|ripe\b/i,
    says: [
      'A paper bag with a banana in it ripens fruit overnight: the gas it gives off is the signal. The fridge stops it.',
    ],
    more: 'Lemon or lime keeps a cut avocado green: acid slows the enzyme that browns it.',
  },
  {
    about: /\bherbs?\b|basil|parsley|coriander|cilantro|\bmint\b/i,
    says: [
      'Stand soft herbs in a glass of water like flowers, a bag over them, in the fridge. Basil alone stays outside: it hates cold.',
    ],
    more: 'Too many? Chop them into oil and freeze in an ice tray: fat keeps the aroma.',
  },
  {
    about: /\bmilk\b|cream\b|yogh?urt|curdl/i,
    says: [
      'Sauces curdle when sour meets hot too fast. Warm the cream with a spoon of the sauce first, then stir it in off the heat.',
    ],
    more: 'Fat protects: double cream can boil, low-fat milk can not. A little starch helps too.',
  },
  {
    about: /\bcheese\b/i,
    says: [
      'Wrap cheese in paper, then a loose bag: it needs to breathe but not dry. Hard cheese with a spot of mould: cut it off with room to spare.',
    ],
    more: 'For a smooth sauce, melt it low with a pinch of starch: the starch keeps fat and protein together.',
  },
  {
    about:
      /leftovers?|how long .*(keep|last|fridge|good)|still (good|ok|safe)|\bexpire|gone off|fridge/i,
    says: [
      'Cooked food: into the fridge within two hours, eaten in three or four days, reheated until it steams. When in doubt, out.',
    ],
    more: 'Between 5 and 60 C germs double every 20 minutes or so; that is why shallow boxes that cool fast help.',
  },
  {
    about: /freez|frozen|defrost|thaw/i,
    says: [
      'Freeze flat and thin: fast freezing makes small crystals, and those hurt less. Thaw in the fridge overnight.',
    ],
    more: 'Freezing stops germs but does not kill them; what thaws goes on from where it was.',
  },
  {
    about: /\bsalt(y|ed)?\b|too salty/i,
    says: [
      'Too salty? Make more of it, or add sour and a little fat: a potato soaks up water, not salt.',
      'Salt early on meat and late on salad. A pinch in sweet things mutes bitterness, so they taste sweeter.',
    ],
    more: 'Taste, add, wait a minute, taste again: salt needs time to spread.',
  },
  {
    about: /\bspicy|chil(l)?i|too hot\b/i,
    says: [
      'Too hot? Yoghurt, milk or sugar. The burning stuff dissolves in fat, not in water, so water only moves it around.',
    ],
    more: 'Most of the heat sits in the white ribs, not the seeds. Take those out first.',
  },
  {
    about: /\bsoup|stock|broth|stew/i,
    says: [
      'Keep stock below a boil: small bubbles leave it clear, big ones beat fat into it. Bones and 3 hours do the rest.',
    ],
    more: 'Flat soup usually wants acid, not salt: a squeeze of lemon at the end wakes it up.',
  },
  {
    about: /\bcoffee\b|espresso/i,
    says: [
      'Bitter coffee was extracted too long, sour too short. Change the grind first: finer for sour, coarser for bitter.',
    ],
    more: 'Water just off the boil, about 94 C, and 60 g of coffee to a litre is a good place to start.',
  },
  {
    about:
      /\bdinner|lunch|breakfast|supper|what (should|can|do) i (cook|make|eat)|hungry|recipe|tonight/i,
    says: [
      'Quick and good: fry garlic in oil, add a tin of chickpeas and tomatoes, ten minutes, lemon on top. What do you have at home?',
      'Tell me three things that are in your fridge and I will find the dinner in them.',
      'Eggs, rice and anything green make fried rice in ten minutes, best with rice from yesterday: it is dry enough to fry.',
    ],
    more: 'Every plate wants salt, fat, acid and a bit of crunch. Check which one is missing and add that.',
  },
  {
    about: /vegetarian|vegan|beans?\b|lentils?|chickpeas?|tofu/i,
    says: [
      'Cook beans gently in salted water: salt swaps places with what keeps the skins hard. Acid goes in last, it toughens them.',
    ],
    more: 'Press tofu, toss it in starch and fry it: a dry surface is what turns crisp.',
  },
];
