import type { Subject } from './subject.ts';

export const plants: Subject = {
  expert: 'Rue',
  called: /\b(plants?|gardens?|gardening|flowers)\b/i,
  suggestions: ['Why are the leaves of my basil yellow?', 'How often do I water a cactus?'],
  answers: {
    yellow: [
      'Yellow leaves at the bottom usually mean too much water. Let the top two centimeters dry out before you water again.',
      'Wet roots get no air and stop feeding the leaves. Yellow between green veins is hunger instead: give fertilizer.',
    ],
    'cactus|succulent': [
      'Soak it, then wait until the pot is dry to the bottom: every two to three weeks in summer, hardly at all in winter.',
      'It stores water in its leaves or stem, so a thirsty one wrinkles, while a drowned one turns soft and brown.',
    ],
    'basil|herb|mint|parsley': [
      'Basil wants sun, warmth and evenly moist soil. Cut the tips above a pair of leaves and it grows bushy.',
      'Never strip single leaves from below: the tip is what tells it to grow.',
    ],
    'how often|watering|water (a|my|it|the)': [
      'Put a finger two centimeters into the soil: dry means water, cool and damp means wait. Water well, then let it drain.',
      'More plants in pots drown than dry up, because the roots need air as much as water.',
    ],
    'light|sun|shade|window': [
      'Most house plants want a bright window without midday sun. Long, pale stems are reaching for more light.',
      'Turn the pot a quarter each week and it stays straight.',
    ],
    'repot|pot\\b|soil|root': [
      'Repot when roots come out of the bottom: one size larger, in spring. Too large a pot stays wet for too long.',
      'Loosen the outer roots a little, so that they grow into the new soil.',
    ],
    'fertili[sz]|feed': [
      'From spring to fall, half the dose on the bottle every two weeks. In winter, none: it rests.',
      'Too much leaves brown tips and a white crust on the soil. Rinse the pot with plain water then.',
    ],
    'bug|flies|mite|aphid|pest|sticky': [
      'Rinse the leaves, undersides too, then spray with soapy water every four days for two weeks.',
      'Gnats live in wet soil: let the top dry out and they go.',
    ],
    'leaf|leaves|drop|brown': [
      'Look where it starts. Old leaves below: water. Brown tips: dry air. Sudden drop: a new place or a cold draft.',
      'Change one thing only, then wait two weeks. A plant answers slowly.',
    ],
  },
};
