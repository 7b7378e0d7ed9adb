import { describe, expect, it } from 'vitest';
import { anAdmin, aThread } from '#test/web/fixtures.ts';
import { fillIn, namesFor } from './fill-canned.ts';

const mia = { id: '', name: 'Mia Chen', email: 'mia@example.com' };
const spent = { messageCount: 0, paidMessages: 0, subExpiration: null };

describe('a canned reply', () => {
  const me = { firstName: 'Ann', email: 'ann@example.com' };

  it('names the person, the expert and who writes', () => {
    const names = namesFor(aThread({ person: { ...mia, ...spent } }), me);
    expect(fillIn('Hi {first_name}, {my_name} here for {expert}.', names)).toBe(
      'Hi Mia, Ann here for Ada.',
    );
  });

  it('greets a person without a name, and leaves other braces alone', () => {
    const names = namesFor(aThread(), { firstName: null, email: anAdmin().email });
    expect(fillIn('Hi {first_name}: {order} {constructor} { first_name }', names)).toBe(
      'Hi there: {order} {constructor} { first_name }',
    );
    expect(names.my_name).toBe(anAdmin().email);
  });
});
