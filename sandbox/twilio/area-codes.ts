import { findCountry } from '#shared/phone.ts';

type Location = { city: string; state: string; zip: string };

/** Unknown codes leave the fields empty, as at Twilio. */
const byAreaCode: Record<string, Location> = {
  '202': { city: 'WASHINGTON', state: 'DC', zip: '20001' },
  '206': { city: 'SEATTLE', state: 'WA', zip: '98101' },
  '212': { city: 'NEW YORK', state: 'NY', zip: '10001' },
  '303': { city: 'DENVER', state: 'CO', zip: '80202' },
  '305': { city: 'MIAMI', state: 'FL', zip: '33101' },
  '312': { city: 'CHICAGO', state: 'IL', zip: '60601' },
  '415': { city: 'SAN FRANCISCO', state: 'CA', zip: '94105' },
  '512': { city: 'AUSTIN', state: 'TX', zip: '78701' },
  '617': { city: 'BOSTON', state: 'MA', zip: '02108' },
};

export function describeLocation(prefix: 'From' | 'To', phone: string): Record<string, string> {
  const location = phone.startsWith('+1') ? byAreaCode[phone.slice(2, 5)] : undefined;
  return {
    [`${prefix}City`]: location?.city ?? '',
    [`${prefix}State`]: location?.state ?? '',
    [`${prefix}Zip`]: location?.zip ?? '',
    [`${prefix}Country`]: findCountry(phone) ?? (phone.startsWith('+1') ? 'US' : ''),
  };
}
