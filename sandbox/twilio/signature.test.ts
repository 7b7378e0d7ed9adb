import twilio from 'twilio';
import { describe, expect, it } from 'vitest';
import { signRequest } from './signature.ts';

const call = { CallSid: 'CA1234567890ABCDE', Digits: '1234', To: '+18005551212' };
const documented = { ...call, Caller: '+14158675310', From: '+14158675310' };
const tested = { ...call, Caller: '+14158675309', From: '+14158675309' };

describe('signRequest', () => {
  it.each([
    ['https://example.com/myapp.php?foo=1&bar=2', documented, 'L/OH5YylLD5NRKLltdqwSvS0BnU='],
    ['https://mycompany.com/myapp.php?foo=1&bar=2', tested, 'RSOYDt4T1cUTdK1PDd93/VVr8B8='],
    ['https://mycompany.com:443/myapp.php?foo=1&bar=2', tested, 'kvajT1Ptam85bY51eRf/AJRuM3w='],
    ['http://mycompany.com:80/myapp.php?foo=1&bar=2', tested, '0ZXoZLH/DfblKGATFgpif+LLRf4='],
  ])('signs %s as Twilio does', (url, params, signature) => {
    expect(signRequest('12345', url, params)).toBe(signature);
  });

  it('convinces the official validator, also with odd values and repeated names', () => {
    const url = 'https://chat.example.com/hook?a=%20b&c=%C3%A9';
    const params = { Body: 'Hé & <b>\n100% +1', Empty: '', Tag: ['b', 'a', 'b'] };
    expect(twilio.validateRequest('t', signRequest('t', url, params), url, params)).toBe(true);
  });

  it('leaves out the fragment and the user name', () => {
    const plain = signRequest('t', 'https://example.com/hook', documented);
    expect(signRequest('t', 'https://u:p@example.com/hook#rc=3&rp=5xx', documented)).toBe(plain);
  });
});
