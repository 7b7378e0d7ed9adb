import type { Tip } from './tip.ts';

/** What the sandbox knows of maths for school, money and work. */
export const adaTips: Tip[] = [
  {
    about: /\bfractions?\b|numerator|denominator/i,
    says: [
      'A fraction is a count of equal pieces: the bottom says what size, the top says how many. Send me two and we add them together.',
      'With fractions, first make the pieces the same size, then count them. Which two shall we try?',
    ],
    more: 'Take 1/2 + 1/3. Sixths fit both: 3/6 + 2/6 = 5/6. Now you: 1/4 + 1/2?',
  },
  {
    about: /percent|percentage|per cent|%/i,
    says: [
      'Percent means "of a hundred". Find 10% first by moving the point one place, then build the rest from it.',
      'Start with 10%: it is the number with its point moved one place. Half of that is 5%. What is your number?',
    ],
    more: 'For 15% of 80: 10% is 8, 5% is 4, together 12. A fun one: 8% of 50 is the same as 50% of 8.',
  },
  {
    about: /\bdecimals?\b/i,
    says: [
      'Line the points up and decimals add like whole numbers. Fill the gaps with zeros: 2.5 + 0.75 is 2.50 + 0.75 = 3.25.',
    ],
    more: 'To multiply, forget the points, multiply, then put back as many decimals as both had together: 0.3 x 0.2 = 0.06.',
  },
  {
    about: /times ?tables?|multiplication/i,
    says: [
      'Learn the squares first (6 x 6, 7 x 7, 8 x 8): the neighbours are one step away. 7 x 8 is 7 x 7 plus 7.',
      'For the nines, take ten times and step back once: 9 x 7 is 70 - 7 = 63.',
    ],
    more: 'Five minutes a day beats an hour on Sunday. Ask for one table mixed up, never in order.',
  },
  {
    about: /long division|\bdivision\b|\bdividing\b/i,
    says: [
      'Division asks "how many fit?". Take big bites first: for 156 / 12, ten twelves are 120, 36 is left, that is three more. 13.',
    ],
    more: 'Check it backwards: 13 x 12 = 156. Multiplying back is the best test there is.',
  },
  {
    about: /\balgebra|equations?\b|solve for|\bunknown\b/i,
    says: [
      'An equation is a balance: whatever you do to one side, do to the other. Undo the last thing first.',
      'Think of x as a covered number. In 2x + 3 = 11, take 3 from both sides, then halve: x = 4.',
    ],
    more: 'Try 3x - 5 = 16. First add 5 to both sides, then share by 3. What do you get?',
  },
  {
    about: /negative|minus sign|below zero/i,
    says: [
      'Think of a thermometer: adding goes up, subtracting goes down. 3 - 5 starts at 3 and ends at -2.',
    ],
    more: 'Minus a minus is a plus: taking away a debt of 4 leaves you 4 richer.',
  },
  {
    about: /\b(mean|median|average|mode)\b/i,
    says: [
      'The mean shares everything out evenly; the median is the one in the middle. One huge number pulls the mean, not the median.',
    ],
    more: 'For 2, 3 and 10 the mean is 5 and the median is 3. That gap tells you the 10 is unusual.',
  },
  {
    about: /\b(area|perimeter)\b|square (feet|metres|meters)/i,
    says: [
      'Perimeter is the fence around, area is the grass inside. For a rectangle: add the sides, or multiply them.',
    ],
    more: 'For an L-shaped room, cut it into two rectangles and add their areas. Add 10% when you buy flooring.',
  },
  {
    about: /circle|\bpi\b|circumference|radius|diameter/i,
    says: [
      'Around a circle is a bit more than three times across: pi x diameter. Inside it is pi x radius x radius.',
    ],
    more: 'That is why a 12 inch pizza is over twice an 8 inch one: area grows with the square, 144 against 64.',
  },
  {
    about: /triangle|pythag|hypotenuse/i,
    says: [
      'In a right triangle the two short sides squared add up to the long one squared. 3, 4, 5 is the classic: 9 + 16 = 25.',
    ],
    more: 'Builders use it: mark 3 m and 4 m from a corner, and if the gap is 5 m the corner is square.',
  },
  {
    about: /compound|interest|savings?\b/i,
    says: [
      "Compound interest pays you on last year's interest too. Rule of 72: divide 72 by the rate to see the years until it doubles.",
    ],
    more: 'At 6% money doubles in about 72 / 6 = 12 years. The same rule shows how fast a debt grows.',
  },
  {
    about: /\bbudget|spend(ing)?\b|pay ?check|salary|\bwages?\b/i,
    says: [
      'A budget to start with: half for needs, three tenths for wants, two tenths for later. Adjust it after a month of real numbers.',
      'Write down one month of what you spend before you plan the next. What is your biggest line?',
    ],
    more: 'Save on payday, not at the end of the month: what you never see, you do not miss.',
  },
  {
    about: /\bloan|mortgage|credit card|\bdebt\b|\bapr\b/i,
    says: [
      'Pay off the debt with the highest rate first, and at least the minimum on the others. Each bit saves its rate for good.',
    ],
    more: 'On 1000 at 24% a month costs about 20. Paying 60 clears 40 of it; paying 30 only 10.',
  },
  {
    about: /\bvat\b|sales tax|\btax(es)?\b/i,
    says: [
      'To take a tax of 20% out of a price, divide by 1.2; do not subtract 20%. 120 with tax is 100 without.',
    ],
    more: 'Subtracting 20% from 120 gives 96, because you took 20% of the bigger number. Same trap with discounts.',
  },
  {
    about: /margin|markup|profit/i,
    says: [
      'Markup compares with the cost, margin with the price. Cost 60 and price 80: markup 33%, margin 25%.',
    ],
    more: 'To reach a margin, divide the cost by what is left: for 40%, cost / 0.6.',
  },
  {
    about: /spreadsheet|excel|formula/i,
    says: [
      'Put each number in one cell only and point to it everywhere else; then one change fixes all. A $ holds a reference still.',
    ],
    more: 'SUM, AVERAGE and IF carry most sheets. Tell me what one row means and I will help with the formula.',
  },
  {
    about: /probab|chance|odds|\bdice\b|coin/i,
    says: [
      'Chance is the ways you want over all the ways there are. A six on a die: 1 of 6. For "and", multiply.',
    ],
    more: 'For "at least one six in four rolls", count the opposite: (5/6)^4 is about 0.48, so 52% you get one.',
  },
  {
    about: /\bratio|proportion|scale\b/i,
    says: [
      'A ratio is a recipe: 2 to 3 makes 5 parts. Divide the total by 5, then take 2 and 3 of those.',
    ],
    more: 'Share 40 as 2 to 3: one part is 8, so 16 and 24. They add back to 40, so it is right.',
  },
  {
    about: /\b(mile|kilomet|inch|centimet|pound|kilogram|celsius|fahrenheit)/i,
    says: [
      'Handy ones: 8 km is about 5 miles, 1 kg is 2.2 pounds, 1 inch is 2.54 cm. For Fahrenheit: double Celsius, add 30.',
    ],
    more: 'The exact way for heat is x 9/5 + 32: 20 C is 68 F, and the rule of thumb says 70. Close enough for a coat.',
  },
  {
    about: /\btest\b|\bexam\b|\bquiz\b|revis|study|homework/i,
    says: [
      'Start with the last thing that felt easy and the first that did not. We work on the step between the two. Which topic is it?',
      'Do three questions without notes, mark them, and we look only at what went wrong. What is on the test?',
    ],
    more: 'The evening before: one page of your own words, one set of questions, then sleep. Tired brains drop signs.',
  },
  {
    about: /hate|stuck|confus|don'?t (get|understand)|hard|scared|anxious|bad at/i,
    says: [
      'That feeling is common and it passes. Send me one question that stops you and the first step you would try, even a wrong one.',
      'Let us make it smaller. Which word or sign is the first that feels foggy?',
    ],
    more: 'Say out loud what each number stands for. Half of all stuck moments end there.',
  },
  {
    about: /\bprime|factor|multiple|\blcm\b|\bgcf\b/i,
    says: [
      'A prime has just two divisors, 1 and itself: 2, 3, 5, 7, 11. To factor a number, try them in that order.',
    ],
    more: '60 is 2 x 2 x 3 x 5. Common factors and multiples fall out of such lists.',
  },
  {
    about: /mental maths?|in my head|faster/i,
    says: ['Round first, fix after: 48 + 37 is 50 + 37 - 2 = 85. Your head likes round numbers.'],
    more: 'To multiply by 5, take half and put a zero: 5 x 46 is 23 and a zero, 230.',
  },
];
