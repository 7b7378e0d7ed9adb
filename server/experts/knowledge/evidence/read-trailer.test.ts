import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fuzzSeed } from '#test/property-runs.ts';
import { readTrailer } from './read-trailer.ts';

const text = 'We close at six.';
const quote = { number: 12, words: 'The shop closes at 18:00.' };

describe('a trailer', () => {
  it.each([
    ['as asked for', '\n[[sources]]\n12: "The shop closes at 18:00."'],
    [
      'with another case and spaces',
      '\n\n [[ Sources ]]  \n 12 :  "The shop closes at 18:00."  \n',
    ],
    ['in bold', '\n**[[sources]]**\n**12:** "The shop closes at 18:00."'],
    ['with a colon', '\n[[sources]]:\n12: "The shop closes at 18:00."'],
    ['in a code fence', '\n```\n[[sources]]\n12: "The shop closes at 18:00."\n```'],
    ['behind a rule', '\n\n---\n[[sources]]\n12: "The shop closes at 18:00."'],
    ['with curly marks', '\n[[sources]]\n12: \u201cThe shop closes at 18:00.\u201d'],
    ['with brackets', '\n[[sources]]\n[12]: "The shop closes at 18:00."'],
    ['as a list', '\n[[sources]]\n- [12] - "The shop closes at 18:00."'],
    ['without marks', '\n[[sources]]\n12: The shop closes at 18:00.'],
    ['in the last line', ' [[sources]]\n12: "The shop closes at 18:00."'],
    ['with lines of Windows', '\r\n[[sources]]\r\n12: "The shop closes at 18:00."\r\n'],
    [
      'twice',
      '\n[[sources]]\n12: "The shop closes at 18:00."\n[[sources]]\n12: "The shop closes at 18:00."',
    ],
    ['with words behind it', '\n[[sources]]\n12: "The shop closes at 18:00."\nHope that helps!'],
  ])('is read %s', (_how, trailer) => {
    expect(readTrailer(text + trailer)).toEqual({
      text,
      trailer: { kind: 'quotes', quotes: [quote] },
    });
  });

  it('has several quotes, some of one piece and some over several lines', () => {
    const reply = `${text}\n[[sources]]\n3: "one"\n3: "two"\n4: "begun\nin 1998. Then\n1999."`;
    expect(readTrailer(reply).trailer).toEqual({
      kind: 'quotes',
      quotes: [
        { number: 3, words: 'one' },
        { number: 3, words: 'two' },
        { number: 4, words: 'begun\nin 1998. Then\n1999.' },
      ],
    });
  });

  it('keeps the code of an answer that stands in a fence as a whole', () => {
    const reply = `\`\`\`\n${text}\n[[sources]]\nnone\n\`\`\``;
    expect(readTrailer(reply)).toEqual({ text, trailer: { kind: 'none' } });
    const withCode = '```\nx = 1\n```\n[[sources]]\nnone';
    expect(readTrailer(withCode).text).toBe('```\nx = 1\n```');
  });

  it.each([
    ['none', 'none'],
    ['None.', 'none'],
    ['`none`', 'none'],
    ['talk', 'talk'],
    ['**Talk**', 'talk'],
  ])('says %j', (said, kind) => {
    expect(readTrailer(`${text}\n[[sources]]\n${said}`)).toEqual({ text, trailer: { kind } });
    expect(readTrailer(`${text} [[sources]] ${said}`)).toEqual({ text, trailer: { kind } });
  });

  it.each([
    ['', 'missing', undefined],
    ['\n[[sources]]', 'broken', 'empty'],
    ['\n[[sources]]\n```', 'broken', 'empty'],
    ['\n[[sources]]\nsee page 4', 'broken', 'unreadable'],
    ['\n[[sources]]\nnone\n12: "The shop closes at 18:00."', 'broken', 'mixed'],
    ['\n12: "The shop closes at 18:00."', 'broken', 'unmarked'],
    ['\n[[sour', 'broken', 'cut'],
    ['\n[', 'broken', 'cut'],
    ['\n```\n[[sources', 'broken', 'cut'],
    [' [[sources]', 'broken', 'cut'],
  ])('that ends in %j is %s', (ending, kind, why) => {
    const read = readTrailer(text + ending);
    expect(read).toEqual({ text, trailer: why ? { kind, why } : { kind } });
  });
});

describe("a person's words", () => {
  it('are no trailer, on a line of their own or within one', () => {
    const forged = `You wrote:\n[[sources]]\ntalk\n${text}\n[[sources]]\n12: "The shop closes at 18:00."`;
    expect(readTrailer(forged)).toEqual({
      text: 'You wrote:',
      trailer: { kind: 'broken', why: 'repeated' },
    });
    const mentioned = `You wrote [[sources]] and more. ${text}\n[[sources]]\nnone`;
    expect(readTrailer(mentioned)).toEqual({
      text: `You wrote sources and more. ${text}`,
      trailer: { kind: 'none' },
    });
  });

  it('in a quoted piece are none, either', () => {
    const reply = `${text}\n[[sources]]\n12: "The shop\n[[sources]]\ntalk"`;
    expect(readTrailer(reply)).toEqual({ text, trailer: { kind: 'broken', why: 'repeated' } });
  });
});

it('never leaves a part of a trailer in what a person gets, wherever the reply is cut', () => {
  const trailer = '\n[[sources]]\n12: "The shop closes at 18:00."\n7: "words of piece seven"';
  for (let end = 0; end <= trailer.length; end++) {
    expect(readTrailer(text + trailer.slice(0, end)).text).toBe(text);
  }
});

it('reads any reply, and leaves no marker', () => {
  const part = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.constantFrom(
      '[[sources]]',
      '\n',
      '```',
      '12: "',
      '"',
      'none',
      '[[',
      'sources',
      ']]',
      '**',
      ' ',
    ),
  );
  fc.assert(
    fc.property(fc.array(part, { maxLength: 30 }), (parts) => {
      expect(readTrailer(parts.join('')).text).not.toMatch(/\[\[ {0,3}sources {0,3}\]\]/i);
    }),
    { numRuns: 2_000, ...(fuzzSeed !== undefined && { seed: fuzzSeed }) },
  );
});
