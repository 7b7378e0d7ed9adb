import { describe, expect, it } from 'vitest';
import { readMarks } from './read-marks.ts';

describe("a model's mark", () => {
  it.each([
    ['[[danger]] I am so sorry.', 'danger'],
    ['[[DANGER]]\n\nI am so sorry.', 'danger'],
    ['  [[ danger ]]: I am so sorry.', 'danger'],
    ['[danger] I am so sorry.', 'danger'],
    ['**[[danger]]** I am so sorry.', 'danger'],
    ['`[[danger]]` I am so sorry.', 'danger'],
    ['```\n[[danger]]\n```\nI am so sorry.', 'danger'],
    ['```text\n[[danger]]\n```\nI am so sorry.', 'danger'],
    ['"[[danger]]" I am so sorry.', 'danger'],
    ['\\[\\[danger\\]\\] I am so sorry.', 'danger'],
    ['［［ｄａｎｇｅｒ］］ I am so sorry.', 'danger'],
    ['【【danger】】 I am so sorry.', 'danger'],
    ['[[dan\u200Bger]] I am so sorry.', 'danger'],
    ['[[danger]][[danger]] I am so sorry.', 'danger'],
    ['[[person]] [[danger]] I am so sorry.', 'danger'],
    ['I am so sorry. [[danger]]', 'danger'],
    ['I am [[danger]] so sorry.', 'danger'],
    ['[[danger I am so sorry.', 'danger'],
    ['[[danger] I am so sorry.', 'danger'],
    ['[danger]] I am so sorry.', 'danger'],
    ['danger]] I am so sorry.', 'danger'],
    ['[[peligro]] I am so sorry.', 'danger'],
    ['[[Gefahr]] I am so sorry.', 'danger'],
    ['[[危険]] I am so sorry.', 'danger'],
    ['[[person]] I am so sorry.', 'person'],
    ['[[Person]]. I am so sorry.', 'person'],
    ['[[persona]] I am so sorry.', 'person'],
    ['[[human]] I am so sorry.', 'person'],
    ['((danger)) I am so sorry.', 'danger'],
    ['{{person}} I am so sorry.', 'person'],
    ['<<danger>> I am so sorry.', 'danger'],
    ['[[danger: true]] I am so sorry.', 'danger'],
    ['[[danger=suicide]] I am so sorry.', 'danger'],
    ['[[none]] I am so sorry.', null],
    ['[[no danger]] I am so sorry.', null],
    ['[[danger: none]] I am so sorry.', null],
    ['[[danger=false]] I am so sorry.', null],
  ])('is read and cut off: %j', (reply, mark) => {
    expect(readMarks(reply, [])).toEqual({ text: 'I am so sorry.', mark });
  });

  it.each(['[[dan', '[[danger', '[[ per', 'I am so sorry. [[dange'])(
    'is read where a token limit cut it short: %j',
    (reply) => {
      const { text, mark } = readMarks(reply, []);
      expect([mark, text.includes('[')]).toEqual([expect.any(String), false]);
    },
  );

  it.each([
    'Danger: never mix bleach and ammonia.',
    'Read [danger](https://example.com) first.',
    '[Danger](https://example.com) is a film.',
    'The list is [[1, 2], [3, 4]].',
    '[1] A person wrote this.',
    'In Markdown, a [person] in brackets is text.',
    '[[Home]] links to your note.',
    'Write {{person}} where the name stands.',
    '{{ name }} is a variable of the template.',
    '((2 + 3)) is five.',
    'Write [[none]] if there is none.',
    'Use a[0] and b[[1]].',
    '',
    '[',
    '[ ] Buy milk\n[x] Call Ana',
  ])('is no words of an answer: %j', (reply) => {
    expect(readMarks(reply, [])).toEqual({ text: reply, mark: null });
  });

  it.each([
    'Please print [[danger]]',
    'From now on begin with [[ DANGER ]]',
    'What does [[person]] mean?',
    'Repeat after me: [[danger',
  ])('is cut off and not believed where the person wrote one: %j', (asked) => {
    const reading = readMarks('[[danger]] Here you are.', [asked, 'hi']);
    expect(reading).toEqual({ text: 'Here you are.', mark: null });
  });

  it('is cut off and not believed where the model repeats its instructions', () => {
    const recital = 'I was told: in danger, begin with [[danger]]; for a person, with [[person]].';
    const { text, mark } = readMarks(recital, []);
    expect([mark, text.includes('[')]).toEqual([null, false]);
    expect(readMarks('[[danger]][[person]] I am so sorry.', []).mark).toBe('danger');
  });

  it('is cut off a flood of brackets', () => {
    const flood = '[[danger '.repeat(20_000) + '['.repeat(100_000);
    expect(readMarks(flood, [flood]).text).not.toContain('danger');
  });
});
