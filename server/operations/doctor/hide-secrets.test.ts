import { expect, it } from 'vitest';
import { createHider } from './hide-secrets.ts';

it.each(['BACKUP_PASSPHRASE', 'SMTP_PASS', 'ADMIN_PASSWORD', 'SECRET_KEY', 'TWILIO_AUTH_TOKEN'])(
  '%s is hidden wherever it is quoted',
  (name) => {
    const hide = createHider({ [name]: 'correct horse', SITE_NAME: 'Sagewire' });
    expect(hide('Sagewire: "correct horse" is wrong')).toBe('Sagewire: "(hidden)" is wrong');
  },
);
