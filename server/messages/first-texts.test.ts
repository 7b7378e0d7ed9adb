import { describe, expect, it } from 'vitest';
import { countSmsSegments, isGsm7 } from '#shared/sms.ts';
import { maskEmailForText, systemTexts } from './system-texts.ts';

/** Carriers ask of the first text of a program: its name, whom it is from, rates, STOP and HELP (CTIA, "Messaging Principles"). */
describe('a first text', () => {
  const emails = [
    'jane@example.com',
    'maximiliane@post.von-und-zu-hohenfels.example.museum',
    'ørsted@blåbær.example',
  ];
  const experts = [
    ['Ada', 'Ada'],
    ['The Kind Homework Helper of Upper Wensleydale', 'The Kind'],
    ['Zoë 🌱', 'Zoe'],
    ['数学の先生', 'your expert'],
  ] as const;
  const publicUrl = 'https://chat.example.com';

  it.each(
    experts.flatMap(([expert, name]) => emails.map((email) => [expert, email, name] as const)),
  )('from %s to %s names product and expert in one segment', (expert, email, name) => {
    const texts = [
      systemTexts.question(expert, maskEmailForText(email)),
      systemTexts.invitation(expert, publicUrl),
      systemTexts.welcome(expert),
    ];
    for (const { body } of texts) {
      expect(countSmsSegments(body).segments, body).toBe(1);
      expect(isGsm7(body), body).toBe(true);
      expect(body).toMatch(/^Sagewire: .*\bSTOP\b.*\bHELP\b/);
      expect(body).toContain(` ${name}`);
    }
  });

  it('says whose account it is, as far as there is room', () => {
    expect(maskEmailForText('jane@example.com')).toBe('j***@example.com');
    expect(maskEmailForText(emails[1] as string)).toBe('m***@post.von-und-zu-hohenfel...');
  });
});

it('a STOP says what it stops, and how to stop the rest, in one segment', () => {
  const { body } = systemTexts.optedOut('The Kind Homework Helper of Upper Wensleydale');
  expect(body).toMatch(/^Sagewire: You get no more texts from The Kind.* START .* STOPALL /);
  expect(countSmsSegments(body).segments).toBe(1);
});
