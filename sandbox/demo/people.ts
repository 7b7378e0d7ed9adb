import { type DemoPerson, type DemoStranger, demoUserEmail } from '#shared/demo.ts';
import { appleIdOf } from '../addresses.ts';
import { demoBusinessId } from './experts.ts';

const payg = { granted: 50, reason: 'Sandbox: 50 messages', isTrial: false };
const trial = { granted: 5, reason: 'Free trial', isTrial: true };
const ameliasPhone = '+442079460123';

export const demoPeople: DemoPerson[] = [
  {
    email: demoUserEmail,
    firstName: 'Mia',
    lastName: 'Chen',
    phoneNumber: '+12025550143',
    credits: payg,
    talks: [
      {
        expert: 'Ada',
        title: 'Fractions, patiently',
        exchanges: [
          {
            hoursAgo: 0.42,
            question: 'Hi Ada, my daughter has a test on Friday. Where do we start?',
            answer:
              'Hello! Tell me the last thing that felt easy, and the first that did not. We start between the two.',
            seconds: 1.4,
          },
          {
            hoursAgo: 0.17,
            question: 'Adding numbers is fine. 1/2 + 1/3 is where she freezes',
            answer:
              'Good, that is one idea: same-sized pieces. Cut both into sixths: 1/2 is 3/6, 1/3 is 2/6, so together 5/6.',
            seconds: 1.8,
          },
        ],
      },
    ],
  },
  {
    email: 'tomas@example.com',
    firstName: 'Tomás',
    lastName: 'Rivera',
    phoneNumber: '+12025550171',
    credits: payg,
    talks: [
      {
        expert: 'Sol',
        title: 'Sunday roast',
        exchanges: [
          {
            hoursAgo: 145,
            question: 'How do I keep chicken juicy in the oven?',
            answer:
              'Salt it the evening before: salt helps the meat hold its water. Take it out at 74 C (165 F) inside, and let it rest.',
            seconds: 1.2,
          },
          {
            hoursAgo: 144.8,
            question: 'And crispy skin?',
            answer:
              'Pat the skin dry and start skin down in a cold pan: the fat melts out before the outside burns, so it turns crisp.',
            seconds: 1.6,
          },
          {
            hoursAgo: 3.2,
            question: 'My potatoes stay soft though',
            answer:
              'Boil them with a pinch of soda, shake them rough, then hot fat. The rough starch is the crust.',
            seconds: 1.1,
          },
          {
            hoursAgo: 2.9,
            question: 'That worked, thank you! 🙌',
            answer: 'Lovely. Next time try duck fat: it browns even better than oil.',
            seconds: 0.9,
          },
        ],
      },
    ],
  },
  {
    email: 'amelia@example.com',
    firstName: 'Amelia',
    lastName: 'Clarke',
    phoneNumber: ameliasPhone,
    credits: payg,
    talks: [
      {
        expert: 'Noor',
        handle: appleIdOf(ameliasPhone, demoBusinessId),
        title: 'A kind no',
        exchanges: [
          {
            hoursAgo: 28,
            question: 'How do I say no to a wedding without a reason?',
            answer: `Warmly and once: "Thank you for thinking of me. I can't be there, and I'll be raising a glass to you both that day." No reason needed.`,
            seconds: 1.6,
          },
          {
            hoursAgo: 27.8,
            question: 'And if she asks why?',
            answer: `Then say the feeling, not the diary: "I just can't this time, and I'm sorry to miss it. Tell me all about it after?"`,
            seconds: 1.2,
          },
        ],
      },
      {
        expert: 'Ada',
        exchanges: [
          {
            hoursAgo: 290,
            question: 'What is the difference between mean and median?',
            answer:
              'The mean shares everything out evenly, the median is the one in the middle. One millionaire in the room moves the mean, not the median.',
            seconds: 1.7,
          },
          {
            hoursAgo: 289.5,
            question: 'So which one for house prices?',
            answer:
              'The median: a few palaces would pull the mean up until it describes nobody. Try it with 2, 3, 3, 4 and 38.',
            seconds: 1.5,
          },
          {
            hoursAgo: 76,
            question: 'How much is 4.5% interest on 12,000 over three years?',
            answer:
              'About 1,694 if it is added every year: 12,000 × 1.045 three times is 13,694. Without compounding it would be 1,620.',
            seconds: 2.3,
          },
        ],
      },
      {
        expert: 'Sol',
        exchanges: [
          {
            hoursAgo: 52,
            question: 'Can I freeze cooked rice?',
            answer:
              'Yes, if it cools fast: spread it flat, freeze within the hour, eat within a month.',
            seconds: 1.0,
          },
          {
            hoursAgo: 26,
            question: 'And how do I warm it up again?',
            answer:
              'With a spoon of water and a lid, until it steams all through. Only once: what is left after that goes.',
            seconds: 1.3,
          },
        ],
      },
    ],
  },
  {
    email: 'grace@example.com',
    firstName: 'Grace',
    lastName: 'Okafor',
    phoneNumber: '+12025550119',
    credits: trial,
    talks: [
      {
        expert: 'Sol',
        title: 'Bread that stays',
        exchanges: [
          {
            hoursAgo: 31,
            question: 'Why does my bread go stale so fast?',
            answer:
              'Is it in the fridge? Starch hardens fastest in the cold. Two days on the counter, and slices in the freezer.',
            seconds: 1.2,
          },
          {
            hoursAgo: 30.6,
            question: 'How do I know the dough is ready?',
            answer:
              'Poke it gently. Springs back slowly: ready. Snaps back: give it time. Stays down: bake at once.',
            seconds: 1.4,
          },
          {
            hoursAgo: 7.5,
            question: 'Does it matter which flour?',
            answer:
              'For bread, yes: strong flour has more of the protein that makes the net for the bubbles. For cake it would turn chewy.',
            seconds: 2.1,
          },
        ],
      },
    ],
  },
  {
    email: 'noah@example.com',
    firstName: 'Noah',
    lastName: 'Patel',
    phoneNumber: '+12025550127',
    credits: payg,
    talks: [
      {
        expert: 'Rue',
        title: 'The yellow ficus',
        exchanges: [
          {
            hoursAgo: 22.4,
            question: 'My ficus drops yellow leaves since we moved it 😟',
            answer:
              'That is how a ficus sulks: a new place costs it leaves. Keep it where it is, water only when the top two centimeters are dry.',
            seconds: 1.5,
          },
          {
            hoursAgo: 22.1,
            question: 'How long will it sulk?',
            answer:
              'Three to six weeks. New buds at the tips are the sign that it has settled; until then no fertilizer and no turning.',
            seconds: 1.3,
          },
        ],
      },
      {
        expert: 'Ada',
        title: 'Splitting the rent',
        exchanges: [
          {
            hoursAgo: 410,
            question: 'Three of us share 1,850 rent, one room is twice as big. Who pays what?',
            answer:
              'Count the big room as two shares: four in all. A share is 462.50, so two of you pay that and the big room 925.',
            seconds: 1.9,
          },
          {
            hoursAgo: 19,
            question: 'And if the rent goes up 3%?',
            answer:
              'Then a share is 476.38: 1,850 × 1.03 is 1,905.50, a quarter of it each. The big room pays 952.75.',
            seconds: 1.6,
            failed: 'The phone could not be reached.',
          },
        ],
      },
    ],
  },
];

export const demoStranger: DemoStranger = {
  expert: 'Sol',
  handle: '+12025550155',
  hoursAgo: 98,
  invitationAfterSeconds: 2,
  stopAfterMinutes: 3,
  question: 'Hello, is this the pizza place?',
};
