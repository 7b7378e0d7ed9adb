import { createHash } from 'node:crypto';
import type { SandboxExpert } from '../context.ts';
import { apiVersion } from './message-resource.ts';
import { showPage } from './page.ts';

type Setting = { smsUrl: string; smsMethod: string };
type OwnNumber = Setting & { sid: string; phoneNumber: string };

/** Twilio's page "IncomingPhoneNumber resource". A number begins with its expert's webhook. */
export function createNumbers(publicUrl: () => string, accountSid: string) {
  const changed = new Map<string, Setting>();

  const toNumbers = (experts: SandboxExpert[]): OwnNumber[] =>
    experts.flatMap(({ id, channel, phoneNumber }) => {
      if (channel !== 'SMS' || phoneNumber === null) return [];
      const sid = `PN${createHash('md5').update(phoneNumber).digest('hex')}`;
      const initial = { smsUrl: `${publicUrl()}/api/webhooks/experts/${id}`, smsMethod: 'POST' };
      return [{ sid, phoneNumber, ...(changed.get(sid) ?? initial) }];
    });

  const show = ({ sid, phoneNumber, smsUrl, smsMethod }: OwnNumber) => ({
    account_sid: accountSid,
    api_version: apiVersion,
    capabilities: { fax: false, mms: true, sms: true, voice: true },
    friendly_name: phoneNumber,
    phone_number: phoneNumber,
    sid,
    sms_application_sid: '',
    sms_method: smsMethod,
    sms_url: smsUrl,
    status: 'in-use',
    uri: `/${apiVersion}/Accounts/${accountSid}/IncomingPhoneNumbers/${sid}.json`,
  });

  return {
    list: (experts: SandboxExpert[], query: URLSearchParams) => {
      const wanted = query.get('PhoneNumber')?.trim();
      const found = toNumbers(experts).filter((one) => !wanted || one.phoneNumber === wanted);
      const path = `/${apiVersion}/Accounts/${accountSid}/IncomingPhoneNumbers.json`;
      return showPage('incoming_phone_numbers', path, query, found, show);
    },
    update: (experts: SandboxExpert[], sid: string, form: URLSearchParams) => {
      const number = toNumbers(experts).find((one) => one.sid === sid);
      if (!number) return null;
      const smsUrl = form.get('SmsUrl') ?? number.smsUrl;
      const smsMethod = form.get('SmsMethod') ?? number.smsMethod;
      changed.set(sid, { smsUrl, smsMethod });
      return show({ ...number, smsUrl, smsMethod });
    },
  };
}
