import { sampleTalk } from '#shared/sample-talk.ts';
import type { Subject } from './subject.ts';

export const cooking: Subject = {
  expert: 'Sol',
  called: /\b(cook(s|ing)?|kitchens?|foods?|recipes?|chef|baking)\b/i,
  suggestions: ['How do I cook rice?', 'How do I get crispy chicken skin?'],
  answers: {
    'freeze.*rice|frozen rice': [
      sampleTalk.answer,
      'Warm it up with a spoon of water and a lid, until it steams all through, and only once.',
    ],
    rice: [
      'Rinse the rice until the water is clear: loose starch is what makes it sticky. 1.5 cups of water to 1 of rice, lid on, low for 12 minutes, then 10 off the heat.',
      'Resting evens out the moisture, so the bottom stops being wet and the top stops being dry.',
    ],
    egg: [
      'For jammy eggs: 7 minutes in boiling water, then straight into cold water. Ten minutes make them hard.',
      'Older eggs peel better, because the white loses acid and lets go of the skin.',
    ],
    'pasta|spaghetti|noodle': [
      'Salt the water, stop a minute early, and finish the pasta in the sauce with a splash of its water.',
      'The starch in that water makes the sauce cling. Oil in the water does nothing for sticking; stirring does.',
    ],
    'crisp.*skin|skin.*crisp': [
      'Pat the skin dry and start skin down in a cold pan: the fat melts out before the outside burns, so it turns crisp.',
      'Salt it an hour before: salt draws water out of the skin, and dry skin browns.',
    ],
    'chicken|turkey': [
      'Chicken is done at 74 C (165 F) inside. Salt it the evening before: salt helps the meat hold its water.',
      'Raw chicken keeps one or two days in the fridge. Do not wash it: that only spreads germs around.',
    ],
    'steak|beef|sear|brown': [
      'Dry the surface, heat the pan well, and do not crowd it. Browning starts near 140 C, and wet meat never gets past 100.',
      'Let it rest five minutes: the juices thicken as they cool and stay in the meat, not on the board.',
    ],
    'fish|salmon|tuna|shrimp': [
      'Cook salmon skin down for most of the time and stop while the middle is still a little darker.',
      'White beads on top are protein squeezed out by too much heat. A short salt bath before cooking prevents them.',
    ],
    'bread|dough|yeast|knead': [
      'Dough is ready when a gentle poke springs back slowly. If it snaps back, give it time; if it stays, bake at once.',
      'Kneading lines up gluten into a net that traps gas. Time does the same: that is how no-knead bread works.',
    ],
    'cake|cookie|muffin|baking|flour': [
      'Weigh the flour and mix just until you see no more of it. More stirring makes more gluten, and cake turns chewy.',
      'A cake that sinks was opened early or had too much baking powder.',
    ],
    onion: [
      'For sweet brown onions: low heat, a pinch of salt, 40 minutes, and a splash of water when they catch.',
      'A pinch of baking soda speeds up browning, but too much turns them to jam.',
    ],
    garlic: [
      'Crush garlic and wait ten minutes before it meets heat: that is when its flavor forms. Add it late, it burns fast.',
      'Whole cloves roasted slowly turn sweet, because the sharp compound never forms.',
    ],
    'potato|fries|mash': [
      'For crisp roast potatoes: boil with a pinch of soda, shake them rough, then hot fat. The rough starch is the crust.',
      'Mash by hand: a blender bursts the starch and you get glue.',
    ],
    tomato: [
      'Keep tomatoes out of the fridge until ripe: below 12 C they stop making flavor. Salt them ten minutes early.',
      'Salt draws out water with flavor in it. That little pool is a dressing already.',
    ],
    'leftover|how long|fridge|expire': [
      'Cooked food: into the fridge within two hours, eaten in three or four days, reheated until it steams.',
      'Between 5 and 60 C germs double every 20 minutes or so; shallow boxes cool fast.',
    ],
    'freez|frozen|thaw|defrost': [
      'Freeze flat and thin: fast freezing makes small crystals, and those hurt less. Thaw in the fridge overnight.',
      'Freezing stops germs but does not kill them; what thaws goes on from where it was.',
    ],
    salt: [
      'Too salty? Make more of it, or add something sour and a little fat. A potato soaks up water, not salt.',
      'Salt early on meat and late on salad. Taste, add, wait a minute, taste again.',
    ],
    'soup|stock|broth|stew': [
      'Keep stock below a boil: small bubbles leave it clear, big ones beat fat into it.',
      'Flat soup usually wants acid, not salt: a squeeze of lemon at the end wakes it up.',
    ],
    coffee: [
      'Bitter coffee was extracted too long, sour too short. Grind finer for sour, coarser for bitter.',
      'Water just off the boil and 60 g of coffee to a liter is a good place to start.',
    ],
    'dinner|lunch|breakfast|tonight|hungry': [
      'Quick and good: fry garlic in oil, add a tin of chickpeas and tomatoes, ten minutes, lemon on top.',
      'Every plate wants salt, fat, acid and a bit of crunch. Check which one is missing and add that.',
    ],
  },
};
