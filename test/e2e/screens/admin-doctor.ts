import type { DoctorReply } from '#shared/api/doctor.ts';
import { aDoctorReply, aFinding, someFindings } from '#test/web/doctor-fixtures.ts';
import { broken, longText, longWord } from './samples.ts';
import type { Screen } from './screen.ts';

const doctor = {
  who: 'admin',
  path: '/settings/doctor',
  title: 'Doctor · Sagewire',
  heading: 'Doctor',
} as const;
const answerWith = (json: DoctorReply) => ({ 'GET /api/doctor': { json } });
const long = aFinding({ about: longWord, state: 'broken', why: longText, fix: longText });

export const doctorScreens: Screen[] = [
  {
    ...doctor,
    name: 'admin-doctor',
    caption: 'The doctor: what is broken, why, and what to do',
    answers: answerWith(aDoctorReply()),
    texts: ['Broken', 'Warning', 'On the page of Noor, press Set webhook.', 'Check again'],
  },
  {
    ...doctor,
    name: 'admin-doctor-well',
    caption: 'The doctor when all is well',
    answers: answerWith(aDoctorReply(someFindings.filter(({ state }) => state === 'ok'))),
    texts: ['All is well'],
  },
  {
    ...doctor,
    name: 'admin-doctor-loading',
    caption: 'The doctor, checking',
    answers: { 'GET /api/doctor': 'never' },
    texts: ['Checking the installation', 'Checking...'],
  },
  {
    ...doctor,
    name: 'admin-doctor-error',
    caption: 'The doctor, when it could not check',
    answers: { 'GET /api/doctor': broken },
    texts: ['Unable to check the installation'],
  },
  {
    ...doctor,
    name: 'admin-doctor-long',
    caption: 'The doctor with long words',
    answers: answerWith(aDoctorReply([long])),
    texts: [longWord],
  },
];
