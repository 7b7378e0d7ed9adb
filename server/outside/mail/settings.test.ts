import { describe, expect, it } from 'vitest';
import { ConfigError, loadConfig } from '#server/config.ts';

const both = {
  SMTP_URL: 'smtps://me:secret@mail.example.com',
  MAIL_FROM: 'Sagewire <no-reply@example.com>',
};
const load = (mail: Record<string, string>) =>
  loadConfig({ SECRET_KEY: Buffer.alloc(32).toString('base64'), ...mail });

describe('mail settings', () => {
  it('come together, or not at all', () => {
    expect(load(both).mail).toEqual({ url: both.SMTP_URL, from: both.MAIL_FROM });
    expect(load({}).mail).toBeNull();
  });

  it.each([
    [{ SMTP_URL: both.SMTP_URL }, 'MAIL_FROM is required with SMTP_URL'],
    [{ MAIL_FROM: both.MAIL_FROM }, 'SMTP_URL is required with MAIL_FROM'],
    [
      { ...both, SMTP_URL: 'https://mail.example.com' },
      'SMTP_URL must be an address like smtps://user:password@mail.example.com',
    ],
    [{ ...both, MAIL_FROM: 'Sagewire' }, 'MAIL_FROM must be like Sagewire <no-reply@example.com>'],
  ])('are refused as %j', (mail, problem) => {
    expect(() => load(mail)).toThrow(new ConfigError([problem]));
  });
});
