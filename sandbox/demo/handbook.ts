/** What Sol knows of the bakery: a paragraph begins with its heading. */
export const handbook = {
  fileName: 'bakery.txt',
  title: "Sol's bakery",
  text: `Opening hours
The bakery opens at 7:00 and closes at 18:00 from Tuesday to Saturday. On Sundays it opens at 8:00 and closes at 13:00. Mondays are our day off, and so are December 25 and January 1.

Bread and prices
A large sourdough loaf costs $7.50 and a small one $4.50. Rolls are 80 cents each, or $4 for six. Croissants cost $3, with almonds $3.80. Bread from the day before is half price until it is gone.

Orders
Cakes must be ordered two days ahead, wedding cakes six weeks ahead. A birthday cake for twelve people costs $38. We ask for a deposit of 30 percent, which you get back if you cancel 48 hours before. Orders wait for you until half an hour before closing.

Allergies
Our rye bread contains no milk and no eggs. Gluten-free loaves are baked on Thursdays in an oven of their own, but we can't rule out traces. There are nuts in the almond croissants and in the carrot cake.

Delivery and paying
We deliver within 5 miles for $6, and free of charge from $60. Delivery is on weekdays between 9:00 and 12:00. You can pay in cash, by card or with your phone, but not by check.

Keeping and baking
Sourdough keeps for five days in a paper bag and for three months in the freezer. Bread dries out faster in the fridge than on the table. Our baking class is on the first Saturday of the month, costs $45 and has room for eight people.
`,
};
