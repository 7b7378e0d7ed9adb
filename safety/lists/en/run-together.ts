import type { WordList } from '../../word-list.ts';

const words =
  'i im iam ive ill id want wants wanna wana wanto wanted to too die dying kill killing killed my self myself me end ending it all life live living alive be being been dead dont do not cant can no more anymore gonna gona gunna going hate commit suicide suicidal hurt cut cutting so bad badly just wish was were tonight today now help please pls hang hanging jump death kms ctb overdose overdosed rn fr think thinking about of in this the a am feel feeling wont have lol ever really need should';

export const runTogether: WordList['runTogether'] = {
  words: new Set(words.split(' ')),
  telling:
    /die|dying|kill|self|life|live|living|alive|dead|suicid|hurt|hang|death|kms|ctb|overdose/,
};
