import { type Language, listEmptyWords } from './language.ts';

const emptyWords = listEmptyWords(`
  aber alle als also am an auch auf aus bei bin bis bist bitte brauche da danke dann das dass dein deine dem den denn der des
  dich die dir doch du durch ein eine einem einen einer eines er es euch euer eure fur gibt ggf hab habe haben habt hallo hat
  hatte hi ich ihm ihn ihnen ihr ihre im in ins ist ja jetzt kann kannst kein keine konnen konnt konnte machen mal man mein
  meine meinem meinen meiner mich mir mit mochte muss musst nach nicht noch nur ob oder schon sein seine sich sie sind so soll
  um und uns unser unsere vom von vor wann war waren warum was wegen weil welche welcher welches wenn wer werden wie wieso will
  wird wo wurde zu zum zur
`);

/** As Savoy's light stemmer, with `ae`, `oe` and `ue` as people write umlauts where they have none. */
function stem(word: string): string {
  const plain = word.replaceAll(/([ao])e/g, '$1').replaceAll(/(?<!q)ue/g, 'u');
  return stripComparison(stripCase(plain));
}

function stripCase(word: string): string {
  if (word.length > 5 && word.endsWith('ern')) return word.slice(0, -3);
  if (word.length > 4 && /e[mnrs]$/.test(word)) return word.slice(0, -2);
  if (word.length > 3 && /e$|[bdfghklmnt]s$/.test(word)) return word.slice(0, -1);
  return word;
}

function stripComparison(word: string): string {
  if (word.length > 5 && word.endsWith('est')) return word.slice(0, -3);
  if (word.length > 4 && /e[nr]$|[bdfghklmnt]st$/.test(word)) return word.slice(0, -2);
  return word;
}

export const german: Language = { emptyWords, stem };
