const gsmPlain =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà';
const gsmDouble = '^{}\\[~]|€\f';

/** How many SMS a body takes: 160 characters of the GSM alphabet (153 each when joined), 70 (67) of any other. */
export function countSegments(body: string): number {
  const isGsm = [...body].every(
    (letter) => gsmPlain.includes(letter) || gsmDouble.includes(letter),
  );
  const units = isGsm
    ? [...body].reduce((sum, letter) => sum + (gsmDouble.includes(letter) ? 2 : 1), 0)
    : body.length;
  const [single, joined] = isGsm ? [160, 153] : [70, 67];
  return units <= single ? 1 : Math.ceil(units / joined);
}
