export const sampleTalks = [
  {
    account: { firstName: 'Jonas', lastName: 'Weber', phoneNumber: '+12025550188' },
    expert: 'Sol',
    question: 'How do I get crispy chicken skin?',
  },
  {
    account: { firstName: 'Priya', lastName: 'Nair', phoneNumber: '+442079460018' },
    expert: 'Ada',
    question: 'How does compound interest work?',
  },
  {
    account: { firstName: 'Omar', lastName: 'Haddad', phoneNumber: '+12025550161' },
    expert: 'Sol',
    question: 'How do I cook rice so that it is not sticky?',
  },
];

/** For the README's picture. */
export const screenshotTalk = [
  'She got that one! And is 1/2 more than 2/5?',
  'And how do percentages work?',
  'What is 15% of 80?',
  'Thank you, she gets it now!',
];
