import { describe, expect, it } from 'vitest';
import { findCountry, findLineProblem, findPhoneProblem, parsePhone } from './phone.ts';

const unsupported = 'Only US (+1) and UK (+44) phone numbers are supported';

describe('a phone number', () => {
  it.each([
    ['+16215550143', 'Houston, since 2025'],
    ['+16795550143', 'Detroit, since 2025'],
    ['+14575550143', 'Louisiana'],
    ['+15655550143', 'one that no table knows yet'],
    ['+17295550143', 'Chattanooga'],
    ['+12025550143', 'the fictional numbers'],
    ['+13405550143', 'the US Virgin Islands'],
    ['+16705550143', 'the Northern Marianas'],
    ['+16715550143', 'Guam'],
    ['+16845550143', 'American Samoa'],
    ['+17875550143', 'Puerto Rico'],
    ['+19395550143', 'Puerto Rico'],
  ])('%s is American: %s', (number) => {
    expect(findPhoneProblem(number)).toBeNull();
    expect(parsePhone(number)).toBe(number);
    expect(findCountry(number)).toBe('US');
  });

  it.each([
    ['+447400123456', 'a mobile'],
    ['+447100123456', 'a mobile of a range that is not given out yet'],
    ['+442079460991', 'London'],
    ['+441204601234', 'Bolton'],
    ['+44120460123', 'a town with nine digits'],
    ['+443069990000', 'a number for all of the UK'],
    ['+447781123456', 'Guernsey'],
    ['+447797123456', 'Jersey'],
    ['+447624123456', 'the Isle of Man'],
    ['+441534123456', 'a Jersey landline'],
  ])('%s is British: %s', (number) => {
    expect(findPhoneProblem(number)).toBeNull();
    expect(parsePhone(number)).toBe(number);
    expect(findCountry(number)).toBe('GB');
  });

  it.each([
    ['(202) 555-0143', '+12025550143'],
    ['202.555.0143', '+12025550143'],
    ['1 202 555 0143', '+12025550143'],
    ['1-202-555-0143', '+12025550143'],
    ['001 202 555 0143', '+12025550143'],
    ['011 1 202 555 0143', '+12025550143'],
    ['+1 (202) 555–0143', '+12025550143'],
    ['tel:+1-202-555-0143', '+12025550143'],
    ['tel:2025550143;phone-context=+1', '+12025550143'],
    ['rcs:+12025550143', '+12025550143'],
    ['whatsapp:+447400123456', '+447400123456'],
    ['\u202a+1 (202)\u00a0555\u20110143\u202c', '+12025550143'],
    ['\ufeff+1\u200b2025550143\u2069', '+12025550143'],
    ['＋１ ２０２ ５５５ ０１４３', '+12025550143'],
    ['+١ ٢٠٢ ٥٥٥ ٠١٤٣', '+12025550143'],
    ['+۱۲۰۲۵۵۵۰۱۴۳', '+12025550143'],
    ['+१ २०२ ५५५ ०१४३', '+12025550143'],
    ['07400 123456', '+447400123456'],
    ['07400-123-456', '+447400123456'],
    ['020 7946 0991', '+442079460991'],
    ['0113 496 0000', '+441134960000'],
    ['0044 7400 123456', '+447400123456'],
    ['00 44 7400 123456', '+447400123456'],
    ['011 44 7400 123456', '+447400123456'],
    ['+44 (0)7400 123456', '+447400123456'],
    ['+44 07400 123456', '+447400123456'],
    ['+0044 7400 123456', '+447400123456'],
    ['44 7400 123456', '+447400123456'],
    ['+44.7400.123456', '+447400123456'],
  ])('typed as %s is %s', (typed, number) => {
    expect(parsePhone(typed)).toBe(number);
    expect(findPhoneProblem(typed)).toBeNull();
  });

  it.each([
    ['+14165550143', 'CA'],
    ['416 555 0143', 'CA'],
    ['+12575550143', 'CA'],
    ['+13875550143', 'CA'],
    ['+14605550143', 'CA'],
    ['+15375550143', 'CA'],
    ['+15685550143', 'CA'],
    ['+12735550143', 'CA'],
    ['+16775550143', 'CA'],
    ['+16005550143', 'CA'],
    ['+18095550143', 'DO'],
    ['+16585550143', 'JM'],
    ['+14415550143', 'BM'],
    ['+12425550143', 'BS'],
    ['+18695550143', 'KN'],
    ['+4930123456', 'DE'],
    ['+353851234567', 'IE'],
    ['0049 30 123456', null],
    ['011 353 85 123 4567', null],
  ])('%s is foreign', (typed, country) => {
    expect(findPhoneProblem(typed)).toBe(unsupported);
    expect(findLineProblem(typed)).toBe(unsupported);
    if (country && typed.startsWith('+')) expect(findCountry(typed)).toBe(country);
  });

  it.each([
    ['+18005550143', /: it is toll-free\.$/],
    ['833-555-0143', /toll-free/],
    ['+18225550143', /toll-free/],
    ['0800 123 456', /toll-free/],
    ['0808 157 0000', /toll-free/],
    ['0500 123 4567', /toll-free/],
    ['+19005550143', /premium/],
    ['0909 8790000', /premium/],
    ['0843 123 4567', /cost extra/],
    ['+448712345678', /cost extra/],
    ['07012345678', /forwarding/],
    ['+15005550143', /forwarding/],
    ['+15225550143', /forwarding/],
    ['+15385550143', /forwarding/],
    ['+15895550143', /forwarding/],
    ['0800 1111', /toll-free/],
    ['0800 123456', /toll-free/],
    ['0845 46 47', /cost extra/],
    ['07600 123456', /pager/],
    ['+17005550143', /service/],
    ['+17105550143', /service/],
  ])("%s is a kind that can't be texted, and says why", (typed, reason) => {
    expect(findPhoneProblem(typed)).toMatch(/^This kind of number can't receive texts: /);
    expect(findPhoneProblem(typed)).toMatch(reason);
    // An expert may have one: most American businesses text from toll-free numbers.
    expect(findLineProblem(typed)).toBeNull();
  });

  it.each([
    ['', /^Enter a phone number/],
    ['hello', /^Enter a phone number/],
    ['202-555-CATS', /only digits/],
    ['+1 202 555 0143 ext 5', /only digits/],
    ['+1 202 555 014', /too short: a US number/],
    ['+1 202 555 01435', /too long: a US number/],
    ['555 0143', /too short: .*\+44/],
    ['202 555 0143 99', /too long: .*\+44/],
    ['+44 7400 12345', /too short: a UK number/],
    ['+44 7400 1234567', /too long: a UK number/],
    ['07400 12345', /too short: .*Start it with \+44 instead of 0/],
    ['07400 1234567', /too long: .*Start it with \+44 instead of 0/],
    ['7400 123456', /Start a UK number with \+44/],
    ['+1 102 555 0143', /102 is no area code/],
    ['+1 911 555 0143', /911 is no area code/],
    ['+1 291 555 0143', /291 is no area code/],
    ['+1 555 555 5555', /555 is no area code/],
    ['+1 988 555 0143', /988 is no area code/],
    ['+1 202 155 0143', /no 0 or 1 follows/],
    // An Irish mobile has nine digits after its 0.
    ['087 123 4567', /too short: a UK number/],
    ['911', /too short/],
  ])('%j is told what is wrong', (typed, words) => {
    expect(findPhoneProblem(typed)).toMatch(words);
    expect(parsePhone(typed)).toBeNull();
  });

  it.each(['US.13491208655302741918', 'urn:mbid:AQAAY', '72345', '+18005550143'])(
    'has no country in %s',
    (handle) => expect(findCountry(handle)).toBeNull(),
  );
});
