import type { Subject } from './subject.ts';

export const math: Subject = {
  expert: 'Ada',
  called: /\b(maths?|mathematics|numbers|algebra|sums)\b/i,
  suggestions: ['How do we add 1/2 and 1/3?', 'What is 15% of 80?'],
  answers: {
    '1/2 (and|plus|\\+) 1/3': [
      'Cut both into sixths, so the pieces are the same size: 1/2 is 3/6 and 1/3 is 2/6. Together that is 5/6. Now try 1/4 + 1/2.',
      'Sixths work because both 2 and 3 go into 6. For 1/4 and 1/2 it is quarters: 1/4 + 2/4 = 3/4.',
    ],
    'fraction|numerator|denominator|\\d/\\d': [
      'With fractions, first make the pieces the same size, then compare or count them. 1/2 is 5/10 and 2/5 is 4/10, so 1/2 is more.',
      'To add, do the same: 1/2 + 1/3 is 3/6 + 2/6 = 5/6. Now you: 1/4 + 1/2?',
    ],
    '15 ?% off \\$?80': [
      '10% of 80 is 8 and 5% is half of that, 4, so 15% is 12. You pay 80 - 12 = 68. Now try 20% off 45.',
      '20% is twice 10%: 9 of 45. You pay 36.',
    ],
    'percent|\\d+ ?%|discount': [
      'Percent means "of a hundred". Find 10% first by moving the point one place, then build the rest from it.',
      'For 15% of 80: 10% is 8, 5% is half of that, 4, so together 12.',
    ],
    'tip\\b|tipping': [
      'Take 10% of the bill by moving the point one place, then double it for 20%. On 45 that is 4.50, so 9.',
      'For 15%, take 10% and add half of it: 4.50 and 2.25 make 6.75.',
    ],
    decimal: [
      'Line the points up and decimals add like whole numbers: 2.5 + 0.75 is 2.50 + 0.75 = 3.25.',
      'To multiply, forget the points, multiply, then put back as many decimals as both had: 0.3 x 0.2 = 0.06.',
    ],
    'times ?table|multiplication|multiply': [
      'Learn the squares first (6 x 6, 7 x 7, 8 x 8): the neighbors are one step away. 7 x 8 is 7 x 7 plus 7.',
      'For the nines, take ten times and step back once: 9 x 7 is 70 - 7 = 63.',
    ],
    'division|dividing|divide': [
      'Division asks "how many fit?". For 156 / 12, ten twelves are 120, 36 is left, that is three more: 13.',
      'Check it backwards: 13 x 12 = 156. Multiplying back is the best test there is.',
    ],
    'algebra|equation|solve': [
      'An equation is a balance: do the same to both sides. In 2x + 3 = 11, take away 3, then halve: x = 4.',
      'Try 3x - 5 = 16. First add 5 to both sides, then divide by 3. What do you get?',
    ],
    'negative|minus': [
      'Think of a thermometer: adding goes up, subtracting goes down. 3 - 5 starts at 3 and ends at -2.',
      'Minus a minus is a plus: taking away a debt of 4 leaves you 4 richer.',
    ],
    'mean\\b|median|average': [
      'The mean shares everything out evenly; the median is the one in the middle. One huge number moves the mean only.',
      'For 2, 3 and 10 the mean is 5 and the median is 3. That gap shows that the 10 is unusual.',
    ],
    'area\\b|perimeter': [
      'Perimeter is the fence around, area is the grass inside. For a rectangle: add the sides, or multiply them.',
      'Cut an L-shaped room into two rectangles and add their areas. Buy 10% more flooring than that.',
    ],
    'circle|circumference|radius|diameter': [
      'Around a circle is a bit more than three times across: pi x diameter. Inside it is pi x radius x radius.',
      'That is why a 12 inch pizza is over twice an 8 inch one: area grows with the square, 144 against 64.',
    ],
    'triangle|pythag': [
      'In a right triangle the two short sides squared add up to the long one squared: 9 + 16 = 25 for 3, 4, 5.',
      'Builders use it: mark 3 m and 4 m from a corner, and if the gap is 5 m the corner is square.',
    ],
    'compound|interest|saving': [
      "Compound interest pays you on last year's interest too. Divide 72 by the rate to get the years until it doubles.",
      'At 6% money doubles in about 72 / 6 = 12 years. A debt grows just as fast.',
    ],
    'budget|salary|wage|spend': [
      'A budget to start with: half for needs, three tenths for wants, two tenths for later. Adjust it after a month.',
      'Save on payday, not at the end of the month: what you never see, you do not miss.',
    ],
    'loan|mortgage|debt|credit card': [
      'Pay off the debt with the highest rate first, and the minimum on the others.',
      '1000 at 24% a year costs about 20 a month. Paying 60 clears 40 of it; paying 30 only 10.',
    ],
    'tax|vat\\b': [
      'To take a tax of 20% out of a price, divide by 1.2; do not subtract 20%. 120 with tax is 100 without.',
      'Subtracting 20% from 120 gives 96, because that takes 20% of the bigger number.',
    ],
    'probab|chance|odds|dice|coin': [
      'Chance is the ways you want over all the ways there are. A six on a die: 1 of 6. For "and", multiply.',
      'For "at least one six in four rolls", count the opposite: (5/6)^4 is about 0.48, so 52% you get one.',
    ],
    'ratio|proportion': [
      'A ratio is a recipe: 2 to 3 makes 5 parts. Divide the total by 5, then take 2 and 3 of those.',
      'Share 40 as 2 to 3: one part is 8, so 16 and 24. They add back to 40, so it is right.',
    ],
    'exam|quiz|homework|test on|a test': [
      'Start with the last thing that felt easy and the first that did not. We work on the step between them.',
      'The evening before: one page of your own words, one set of questions, then sleep.',
    ],
    'stuck|confus|understand|bad at|hate': [
      'That feeling is common and it passes. Send me one question that stops you and the first step you would try.',
      'Say out loud what each number means. Half of all stuck moments end there.',
    ],
  },
};
