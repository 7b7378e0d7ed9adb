import { type Language, listEmptyWords } from './language.ts';

const emptyWords = listEmptyWords(`
  a al algo alguien alguna algun ante aqui asi aun bien buenas buenos como con cual cuales cuando cuanta cuanto de del desde
  donde dos e el ella ellas ellos en entonces era eres es esa ese eso esta estan estar estas este esto estoy favor fue gracias
  ha hace hacer hacia han hasta hay he hola ir la las le les lo los mas me mi mis mucho muy nada necesito ni no nos nosotros o
  os otra otro para pero por porfa porque pues puede puedo puedes q que quien quiero sabe saber se ser si sin sobre solo son
  soy su sus tambien te tener tengo ti tiene tienen todo tu tus un una unas uno unos usted ustedes va vamos voy x xq y ya yo
`);

/** Gender, number, and the ends of verbs: abre, abren, abrir. */
function stem(word: string): string {
  if (word.length < 4) return word;
  if (word.endsWith('ces')) return `${word.slice(0, -3)}z`;
  const bare = word.replace(/(?:[ao]s|es)$/, '');
  const verb = bare.length > 4 ? bare.replace(/(?:[aei]r|[ae]n)$/, '') : bare;
  return verb.length > 3 ? verb.replace(/[aeo]$/, '') : verb;
}

export const spanish: Language = { emptyWords, stem };
