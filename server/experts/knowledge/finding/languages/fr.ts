import { type Language, listEmptyWords } from './language.ts';

const emptyWords = listEmptyWords(`
  a ai ainsi alors as au aussi aux avec avez avoir avons bien bonjour c ca ce cela ces cest cet cette comme comment d dans de
  des du elle elles en encore es est et etait etes etre eu eux faire fait faut il ils j jai je jusque l la le les leur leurs
  lui m ma mais me meme merci mes moi mon n ne ni nos notre nous on ont ou par pas peut peux plus pour pourquoi puis qu quand
  que quel quelle quelles quels qui quoi s sa salut sans se ses si sil son sont stp suis sur svp t ta te tes toi ton tout tres
  tu un une va vais veux vers voila vos votre vous y
`);

/** Number, gender, infinitives and participles: fermer, fermé, fermée, ferme. */
function stem(word: string): string {
  if (word.length < 5) return word;
  if (word.endsWith('aux')) return `${word.slice(0, -2)}l`;
  const single = word.replace(/[sx]$/, '');
  const bare = single.replace(/(?:ee|er|ez|ir|e)$/, '');
  return bare.replace(/([a-z])\1$/, '$1');
}

export const french: Language = { emptyWords, stem };
