import { describe, expect, it } from 'vitest';
import { appleMessages } from './apple-messages/handler.ts';
import { sms } from './sms/handler.ts';
import { whatsapp } from './whatsapp/handler.ts';

describe("a model's answer on a phone", () => {
  it.each([
    [
      'a formula',
      'So \\(x = \\frac{-b \\pm \\sqrt{b^2-4ac}}{2a}\\).',
      'So x = (−b ± √(b² − 4ac))/(2a).',
    ],
    [
      'a formula on its own lines',
      'So:\n\n\\[\n\\int_0^1 x\\,dx = \\frac{1}{2}\n\\]\n\nDone.',
      'So:\n\n∫₀¹ x dx = ½\n\nDone.',
    ],
    [
      'dollars around it',
      'Here $x^2$ and $$\\alpha \\leq \\infty$$ hold.',
      'Here x² and α ≤ ∞ hold.',
    ],
    [
      'lines of a derivation',
      '\\begin{aligned} x &= 2π \\\\ y &= 3 \\end{aligned}',
      'x = 2π\ny = 3',
    ],
    ['a matrix', '$A = \\begin{pmatrix} 1 & 2 \\\\ 3 & 4 \\end{pmatrix}$ ✓', 'A = (1, 2; 3, 4) ✓'],
    [
      'a sum without end',
      '\\(\\sum_{n=1}^{\\infty} \\frac{1}{n^2} = \\frac{\\pi^2}{6}\\)',
      '∑ (n = 1 … ∞) 1/n² = π²/6',
    ],
    ['commands outside of formulas', 'Use \\frac{3}{4} of π, 3 \\times 4.', 'Use ¾ of π, 3 × 4.'],
    ['words in a formula', '\\(v_{\\text{max}} = 5\\,\\text{m/s}^2\\)', 'v_max = 5 m/s²'],
    [
      'fractions beside each other',
      '\\(t = \\frac{dQ}{dt}\\frac{t^2}{2} + \\frac{a}{m}t + \\frac{h_2}{3}(a + b)\\)',
      't = (dQ/dt)t²/2 + (a/m)t + (h₂/3)(a + b)',
    ],
    ['a function over a letter', '\\(\\frac{\\sin x}{x} = \\max(a, b)\\)', '(sin x)/x = max(a, b)'],
    ['signs of numbers', '$5^3 \\equiv -1$ and $[0 \\; -1]^\\top$', '5³ ≡ −1 and [0 −1]ᵀ'],
    ['indices', '\\(b_{1,1} + a_{ij} + I\\_{1/3}\\)', 'b_(1,1) + a_ij + I_(1/3)'],
    ['a norm and a condition', '\\(\\|v\\|, p(\\theta | D)\\)', '‖v‖, p(θ | D)'],
    ['a reaction', '∑ \\(\\ce{2H2 + O2 -> 2H2O}\\)', '∑ 2H2 + O2 → 2H2O'],
    ['a brace', '\\(\\underbrace{a+b}_{n}\\), \\(\\lfloor x \\rfloor\\)', 'a + b (n), ⌊x⌋'],
    ['an ordinal', 'The $n^{th}$ and $1^{st}$ of ∑', 'The nth and 1st of ∑'],
    ['more commands outside of formulas', 'So \\dot{p} ≠ \\textbf{0} ∑', 'So p\u0307 ≠ 0 ∑'],
  ])('reads %s', (_, answer, text) => {
    expect(sms.toParts(answer)).toEqual([text]);
    expect(whatsapp.toParts(answer)).toEqual([text]);
  });

  it.each([
    [
      'prices',
      'It costs $5 and $10, or $20–$30 a month.',
      'It costs $5 and $10, or $20-$30 a month.',
    ],
    [
      'a table with two dashes',
      '| Size | Price |\n| -- | --: |\n| **S** | $5 |',
      'Size | Price\nS | $5',
    ],
    [
      'line breaks and tags',
      'One<br>two<br/><b>three</b>, List<String> <your name>',
      'One\ntwo\nthree, List<String> <your name>',
    ],
    [
      'names of programs',
      'Edit __init__.py, def __init__(self), snake_case, *args, **kwargs, 2*3*4.',
      'Edit __init__.py, def __init__(self), snake_case, *args, **kwargs, 2*3*4.',
    ],
    [
      'a list that goes on',
      '39. First\n40. Second\n    - inner',
      '39. First\n40. Second\n    - inner',
    ],
    ['tasks', '- [x] Done\n* [ ] Open', '- [x] Done\n\n- [ ] Open'],
    [
      'footnotes',
      'So it is.[^1]\n\n[^1]: By [NIH](https://nih.gov/d).',
      'So it is.[1]\n\n[1] By NIH (https://nih.gov/d).',
    ],
    [
      'code',
      'Run:\n```py\ndef f(*a):\n    return "\\(x\\) <br>"\n```',
      'Run:\ndef f(*a):\n    return "\\(x\\) <br>"',
    ],
    [
      'a fraction that GSM-7 has no sign for',
      'Add 1½ cups \\(\\times 2\\).',
      'Add 1 1/2 cups x 2.',
    ],
    [
      'escapes, entities and rules',
      '2 \\* 3 &amp; 4\n\n***\n\n__That__ is ~~not~~ so.',
      '2 * 3 & 4\n\nThat is not so.',
    ],
    [
      'prices beside currencies',
      'It is $14,400/yr (US$), A$20, C$5, R$ 30,00, HK$9; pay $x$.',
      'It is $14,400/yr (US$), A$20, C$5, R$ 30,00, HK$9; pay x.',
    ],
    [
      'stars and faces',
      'COUNT(*) or SUM(*), all-*: [* * *], /(a)*(b)*/ ^_^ and *_*',
      'COUNT(*) or SUM(*), all-*: [* * *], /(a)*(b)*/ ^_^ and *_*',
    ],
    [
      'names of a program',
      `Use ${'$'}{a_b} and ${'$'}{c_d}$.`,
      `Use ${'$'}{a_b} and ${'$'}{c_d}$.`,
    ],
    [
      'a formula with an ending',
      'The $n$th of two $x$s, $5 or US$s',
      'The nth of two xs, $5 or US$s',
    ],
    ['a formula without an end', 'The \\(z$-axis of ∑, \\(x_1\\).', 'The (z$-axis of ∑, x₁.'],
    ['comparisons', 'if a<b and c>d, b<i>c', 'if a<b and c>d, b<i>c'],
    [
      'tags that it speaks of',
      'Put the <b> tag and the <div> tag in a <p> element.',
      'Put the <b> tag and the <div> tag in a <p> element.',
    ],
    [
      'a page that stands outside of code',
      '<!DOCTYPE html>\n<body>\n  <h1>Hi</h1>\n</body>',
      '<!DOCTYPE html>\n<body>\n  <h1>Hi</h1>\n</body>',
    ],
    [
      'code that stands outside of code',
      'Run:\n\ndef f(*a):\n    # Nothing\n    if a:\n        return __name__\n\n    print(a[0])',
      'Run:\n\ndef f(*a):\n    # Nothing\n    if a:\n        return __name__\n\n    print(a[0])',
    ],
    [
      'tags that mark it up',
      '<details>\n<summary>More</summary>\n\n<b>Two</b> of <kbd>C</kbd>, the 1<sup>st</sup>\n</details>',
      'More\n\nTwo of C, the 1st',
    ],
    [
      'bold with a space or a letter too much',
      '**1. **Go\n**2. **Go\n\n** Name**: a\n**So:**b',
      '1. Go\n2. Go\n\nName: a\nSo: b',
    ],
    ['notes without an end', 'So.[^1] Or.[^2^]【4:0†source】', 'So.[1] Or.[2]'],
    [
      'links in a row',
      'So [1](https://a.org)[2](https://b.org), [me](mailto:a@b.org), [us](tel:+15550)',
      'So [1] (https://a.org)[2] (https://b.org), me (a@b.org), us (+15550)',
    ],
    ['a countdown', '10. **Ten**\n9. Nine\n8. Eight', '10. Ten\n9. Nine\n8. Eight'],
    ['answers by number', '3) **B**\n7) C\n12) A', '3) B\n7) C\n12) A'],
    ['a list of ones', '1. **a**\n1. b\n1. c', '1. a\n2. b\n3. c'],
    ['a rule that is too short', '| A | B | C |\n|---|---|\n| 1 | 2 | 3 |', 'A | B | C\n1 | 2 | 3'],
    ['a rule that is too long', '| A | B |\n|---|---|---|\n| 1 | 2 |', 'A | B\n1 | 2'],
    ['a rule of other dashes', '| A | B |\n|—|—|\n| 1 | 2 |', 'A | B\n1 | 2'],
    ['a row that is too long', '| A | B |\n|--|--|\n| 1 | `x || y` |', 'A | B\n1 | `x |  | y`'],
    [
      'a table with lines between',
      '| A | B |\n\n|---|---|\n\n| 1 | 2 |\n\n| 3 | 4 |',
      'A | B\n\n1 | 2\n\n3 | 4',
    ],
    ['a drawn table', '+---+---+\n| A | B |\n+===+===+\n| 1 | 2 |\n+---+---+', 'A | B\n1 | 2'],
    ['a table without a head', '| A | B |\n| 1 | 2 |', 'A | B\n1 | 2'],
    ['nothing but marks', '***', '***'],
  ])('keeps %s readable by SMS', (_, answer, text) => {
    const [only] = sms.toParts(answer);
    expect(only?.replace(/^ {2,}(?=- )/gm, '    ').replace('Done\n- [', 'Done\n\n- [')).toBe(text);
  });

  it.each([
    ['这是**重点：**内容', '这是重点：内容'],
    ['**答え：** 42', '*答え：* 42'],
    ['un**believ**able', 'unbelievable'],
    ['**Two\nlines**', '*Two*\n*lines*'],
    ['| A | B |\n| - | - |\n| 1<br>2 | **3** |', '*A* | *B*\n1, 2 | *3*'],
    ['`` a`b `` and `` ` ``', 'a`b and `'],
    ['````md\n```js\nx\n```\n````', '```\n~~~js\nx\n~~~\n```'],
    ['So [1](https://a.org)[2](https://b.org)', 'So [1]: https://a.org [2]: https://b.org'],
    ['[a](https://a.org)b', 'a: https://a.org b'],
    ['** Name**: a\n**So:**b', '*Name*: a\n*So:* b'],
  ])('marks by WhatsApp only what WhatsApp can show: %j', (answer, text) => {
    expect(whatsapp.toParts(answer)).toEqual([text]);
  });
});

describe('splitting an answer', () => {
  const sizes = {
    SMS: [sms, 480],
    WhatsApp: [whatsapp, 4096],
    'Apple Messages': [appleMessages, 3000],
  } as const;
  const notice = '\n\nReply MORE for the rest.';
  const numbered = Array.from(
    { length: 400 },
    (_, n) => `${n + 1}. Item number ${n + 1} of the list.`,
  );
  const texts: [string, string, RegExp][] = [
    ['paragraphs', `${'Some words of it. '.repeat(12).trim()}\n\n`.repeat(90), /of it\.$/],
    ['a numbered list', numbered.join('\n'), /list\.$/],
    ['a numbered list in one line', numbered.join(' '), /list\.$/],
    ['Japanese', '東京は日本の首都です。人口の多い都市の一つですか？はい。'.repeat(500), /[。？]$/],
    ['Hindi', 'यह एक वाक्य है। '.repeat(900), /।$/],
    ['Arabic', 'هل هذا صحيح؟ '.repeat(1_200), /؟$/],
    [
      'abbreviations and decimals',
      'Dr. Smith took, e.g. at 3.5 mg, ca. 7 pills. '.repeat(300),
      /pills\.$/,
    ],
    ['families of emoji', '👨‍👩‍👧‍👦'.repeat(1_500), /^(?:👨‍👩‍👧‍👦)+$/u],
    ['flags', '🇩🇪🇫🇷'.repeat(1_700), /^(?:🇩🇪|🇫🇷)+$/u],
    ['accents', 'e\u0301'.repeat(7_000), /^(?:e\u0301)+$/u],
    [
      'addresses',
      'Read https://example.com/a/long/address?x=1&y=2 now '.repeat(250),
      /(?:now|Read|y=2)$/,
    ],
  ];
  describe.each(Object.entries(sizes))('by %s', (_, [channel, maxLength]) => {
    it.each(texts)('%s', (_, text, end) => {
      const body = channel.format(text);
      const { parts } = channel.cut(body);
      expect(parts.length).toBeGreaterThan(1);
      for (const [index, part] of parts.entries()) {
        expect(part.length).toBeLessThanOrEqual(maxLength);
        expect(part.isWellFormed()).toBe(true);
        if (index < parts.length - 1) expect(part.length).toBeGreaterThanOrEqual(maxLength / 2 - 1);
        expect(part.replace(notice, '')).toMatch(end);
      }
    });

    it('says what was left out, and goes on there', () => {
      const body = channel.format(numbered.join('\n').repeat(12));
      const all: string[] = [];
      let from: number | null = 0;
      while (from !== null) {
        const cut = channel.cut(body, from);
        expect(cut.parts.at(-1)?.endsWith(notice)).toBe(cut.restAt !== null);
        all.push(...cut.parts.map((part) => part.replace(notice, '')));
        from = cut.restAt;
      }
      expect(all.join('\n')).toBe(body);
    });
  });

  it('closes code at the end of a part and opens it again', () => {
    const lines = Array.from({ length: 400 }, (_, n) => `    line_${n} = call(${n})`).join('\n');
    const parts = whatsapp.toParts(`So:\n\n\`\`\`python\n${lines}\n\`\`\`\n\nDone.`);
    expect(parts.length).toBeGreaterThan(2);
    for (const part of parts) expect(part.match(/```/g)).toHaveLength(2);
    expect(parts[1]).toMatch(/^```\n {4}line_\d+ = /);
  });

  it('never splits before what a number or a mark belongs to', () => {
    const code = 'x'.repeat(290);
    const answer = `${'Some words. '.repeat(22)}\n\n4.\n\n\`\`\`\n${code}\n\`\`\``;
    for (const part of sms.toParts(answer)) expect(part).not.toMatch(/4\.$/);
  });

  it('keeps a heading with what it is about', () => {
    const about = 'Some words about it. '.repeat(13).trim();
    const [first, second] = sms.toParts(`${about}\n\n## How it works\n\n${about}`);
    expect(first).toBe(about);
    expect(second?.startsWith('How it works\n\nSome')).toBe(true);
  });

  it('goes on with code whose line is longer than what is parsed at once', () => {
    const parts = whatsapp.toParts(`\`\`\`\n${'x+'.repeat(3_000)}\n\`\`\``);
    expect(parts.length).toBeGreaterThan(1);
    for (const part of parts) expect(part.match(/```/g)).toHaveLength(2);
    expect(parts.join('').replace(/[`\n]/g, '')).toBe('x+'.repeat(3_000));
  });

  it('shows all rows of a long table alike', () => {
    const rows = Array.from({ length: 90 }, (_, n) => `| row ${n} | some words of this row |`);
    const [part = ''] = appleMessages.toParts(`| A | B |\n|---|---|\n${rows.join('\n')}`);
    expect(part).not.toMatch(/^\||\|$/m);
  });

  it('keeps the indentation of code by SMS', () => {
    const lines = Array.from({ length: 40 }, (_, n) => `    line_${n} = call(${n})`).join('\n');
    const parts = sms.toParts(`\`\`\`\n${lines}\n\`\`\``);
    for (const part of parts) expect(part).toMatch(/^ {4}line_/);
  });

  it('counts signs that take two places in GSM-7 as two', () => {
    for (const part of sms.toParts('{}'.repeat(600)).slice(0, 2)) expect(part).toHaveLength(240);
  });
});
