import { type Form, listTimes, timeMark } from './figure.ts';

type Read = (match: RegExpExecArray) => string[];

function at(pattern: RegExp, read: Read): Form {
  return {
    pattern,
    mark: timeMark,
    read: (match) => {
      const readings = read(match);
      return readings.length > 0 ? { readings, unit: null } : null;
    },
  };
}

/** Two halves of the day are possible where only words say a time. */
function shift(hour: string | undefined, minutes: number): string[] {
  const said = (Number(hour) % 12) * 60 + minutes;
  const early = (said + 12 * 60) % (12 * 60);
  return Number(hour) > 12 ? [] : [`t:${early}`, `t:${early + 12 * 60}`];
}

const parts: Record<string, number> = {
  half: 30,
  quarter: 15,
  media: 30,
  cuarto: 15,
  demie: 30,
  quart: 15,
};

/** "half past 5" to "17h30", in four languages; numbers are in digits by now. */
export const clock: Form[] = [
  at(/\b(?:noon|midday|mediod\u00eda|midi)\b/g, () => ['t:720']),
  at(/\b(?:midnight|mitternacht|medianoche|minuit)\b/g, () => ['t:0']),
  at(/\b(\d{1,2})(?:[:.]([0-5]\d))?(?::[0-5]\d)? ?([ap])\.? ?m\b\.?/g, ([, hour, minute, half]) =>
    listTimes(Number(hour), Number(minute ?? 0), half),
  ),
  at(/\b(half|quarter|\d{1,2})(?: minutes?)? (?:past|after) (\d{1,2})\b(?![:.]\d)/g, readPast),
  at(/\bquarter (?:to|till|before) (\d{1,2})\b(?![:.]\d)/g, ([, hour]) => shift(hour, -15)),
  at(/\bhalb (\d{1,2})\b/g, ([, hour]) => shift(hour, -30)),
  at(/\bviertel nach (\d{1,2})\b/g, ([, hour]) => shift(hour, 15)),
  at(/\bviertel vor (\d{1,2})\b/g, ([, hour]) => shift(hour, -15)),
  at(/\blas? (\d{1,2}) y (media|cuarto)\b/g, ([, hour, part = '']) =>
    shift(hour, parts[part] ?? 0),
  ),
  at(/\blas? (\d{1,2}) menos cuarto\b/g, ([, hour]) => shift(hour, -15)),
  at(/\b(\d{1,2}) ?(?:heures?|h) et (demie|quart)\b/g, ([, hour, part = '']) =>
    listTimes(Number(hour), parts[part] ?? 0),
  ),
  at(/\b(\d{1,2}):([0-5]\d)(?::[0-5]\d)?(?![\d:])/g, ([, hour = '', minute]) =>
    hour.startsWith('0')
      ? [`t:${Number(hour) * 60 + Number(minute)}`]
      : listTimes(Number(hour), Number(minute)),
  ),
  at(/\b(\d{1,2})[.:]([0-5]\d) ?(?:uhr|h)\b/g, ([, hour, minute]) =>
    listTimes(Number(hour), Number(minute)),
  ),
  at(/\b(\d{1,2}) ?(?:uhr|h|heures?) ?([0-5]\d)\b/g, ([, hour, minute]) =>
    listTimes(Number(hour), Number(minute)),
  ),
  at(/\b(\d{1,2}) ?(?:uhr|o'?clock)\b/g, ([, hour]) => listTimes(Number(hour), 0)),
  // "24 h" is also a duration.
  at(/\b(\d{1,2}) ?(?:h|heures?)\b/g, ([, hour]) => [
    ...listTimes(Number(hour), 0),
    `n:${Number(hour)}`,
  ]),
];

function readPast([, part = '', hour]: RegExpExecArray): string[] {
  const minutes = parts[part] ?? Number(part);
  return minutes < 60 ? shift(hour, minutes) : [];
}
