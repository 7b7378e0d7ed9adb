/** Twilio's defaults for long codes: the whole body, in any case. */
const stopWords = ['STOP', 'STOPALL', 'UNSUBSCRIBE', 'CANCEL', 'END', 'QUIT', 'REVOKE', 'OPTOUT'];
const startWords = ['START', 'YES', 'UNSTOP'];
const helpWords = ['HELP', 'INFO'];

/** Here the carrier answers, with fewer keywords. */
const tollFree = /^\+1(800|888|877|866|855|844|833)/;

const stockTexts = {
  stop: 'You have successfully been unsubscribed. You will not receive any more messages from this number. Reply START to resubscribe.',
  start:
    'You have successfully been re-subscribed to messages from this number. Reply HELP for help. Reply STOP to unsubscribe. Msg&Data Rates May Apply.',
  help: 'Reply STOP to unsubscribe. Msg&Data Rates May Apply.',
} as const;

export type Keyword = keyof typeof stockTexts;

export function findKeyword(body: string, number: string): Keyword | null {
  const word = body.trim().toUpperCase();
  const isTollFree = tollFree.test(number);
  if (isTollFree ? word === 'STOP' : stopWords.includes(word)) return 'stop';
  if (startWords.includes(word) && !(isTollFree && word === 'YES')) return 'start';
  return helpWords.includes(word) ? 'help' : null;
}

export type OptOuts = {
  has(number: string, person: string): boolean;
  apply(keyword: Keyword, number: string, person: string): string | null;
  clear(): void;
};

export function createOptOuts(): OptOuts {
  const blocked = new Set<string>();
  return {
    has: (number, person) => blocked.has(`${number} ${person}`),
    apply(keyword, number, person) {
      const pair = `${number} ${person}`;
      const wasBlocked = blocked.has(pair);
      if (keyword === 'help') return stockTexts.help;
      if (keyword === 'stop') {
        blocked.add(pair);
        return wasBlocked ? null : stockTexts.stop;
      }
      blocked.delete(pair);
      return wasBlocked ? stockTexts.start : null;
    },
    clear: () => blocked.clear(),
  };
}
