/**
 * What Ada's words mean: a paragraph begins with its heading. Without figures, also in words: the stand-in would look sums
 * up.
 */
export const terms = {
  fileName: 'terms.txt',
  title: "Ada's words of math",
  text: `Numerator and denominator
The numerator is the number above the line of a fraction: it counts the pieces. The denominator is the number below the line: it says how many pieces make a whole.

Improper fraction and mixed number
An improper fraction has a numerator that is as large as its denominator or larger. A mixed number writes the same with a whole number in front.

Percent and percentage point
Percent means out of a hundred. A percentage point is the difference of one percentage from another, which is not the percent by which it has grown.

Mean, median and mode
The mean is the sum of all values divided by how many there are. The median is the value in the middle once they are sorted. The mode is the value that occurs most often.

Principal and interest
The principal is the money that is lent or saved. Simple interest is paid on the principal alone; compound interest is paid on earlier interest, too.

Prime number
A prime number can be divided without rest only by itself and by the number that divides all others. All of them are odd, but for the smallest.
`,
};
