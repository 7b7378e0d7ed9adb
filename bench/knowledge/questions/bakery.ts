import { handbook } from '#sandbox/demo/handbook.ts';

/** Written before the stand-in, and looked at while it was made. */
export const bakery = {
  text: handbook.text,
  title: handbook.title,
  /** With words of the sentence that answers it. */
  there: [
    ['when do u close', 'closes at 18:00 from Tuesday'],
    ['what time do you open on sundays', 'opens at 8:00'],
    ['r u open on mondays', 'Mondays are our day off'],
    ['how much is a large sourdough', '$7.50'],
    ['price of croissants?', 'Croissants cost $3'],
    ['how much for 6 rolls', '$4 for six'],
    ['how far ahead do i have to order a cake', 'two days ahead'],
    ['how much is a birthday cake', '$38'],
    ['do i have to pay a deposit', '30 percent'],
    ['does the rye bread have eggs in it', 'no eggs'],
    ['do u have gluten free bread', 'on Thursdays'],
    ['which cakes have nuts in them', 'carrot cake'],
    ['do u deliver n how much is it', 'within 5 miles'],
    ['can i pay by card', 'by card'],
    ['how long does sourdough keep', 'five days'],
    ['when is the baking class', 'first Saturday'],
  ],
  missing: [
    'do you sell coffee',
    'is there parking',
    'do you have wifi',
    'can i bring my dog',
    'can i get a job at ur place',
    'do u make pizza',
    "what's your phone number",
    'who owns the bakery',
    'do you have vegan donuts',
    'how many calories in a bagel',
    'where are you located',
    'do u have tables outside',
  ],
};
