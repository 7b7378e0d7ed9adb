import type { Subject } from './subject.ts';

export const letters: Subject = {
  expert: 'Noor',
  called: /\b(letters?|notes|speech(es)?|writing|editor|toasts?)\b/i,
  suggestions: ['How do I say no to a wedding?', 'How do I begin a toast?'],
  answers: {
    'say no|decline|turn down': [
      'Warmly and once: "Thank you for thinking of me. I can\'t be there, and I\'ll be raising a glass to you that day."',
      'A reason invites a discussion. A kind wish ends it.',
    ],
    'say sorry|apolog': [
      'Say what you did, not what you meant: "I was late and you waited in the rain. I\'m sorry." Then what will be different.',
      'Leave out "but" and "if": both take the apology back.',
    ],
    'toast|speech': [
      'Begin with one small moment that only you saw, not with how long you have known them. Then: what it shows about them.',
      'Two minutes, one story, one wish, glass up. Read it aloud twice the day before.',
    ],
    thank: [
      'Name the thing and what it did: "Your soup on Tuesday was the first warm thing all week." That is the whole note.',
      'Three sentences by hand beat a page that is typed.',
    ],
    'birthday|congratulat': [
      'One thing you like about them, one thing you wish them: "You make every table louder. May this year be as generous to you."',
      'Skip the number, unless they mention it first.',
    ],
    'condolence|died|funeral|loss|grief': [
      'Short and true: "I am so sorry. I keep thinking of how he laughed at his own jokes." No advice, no silver lining.',
      'Offer something with a day in it: "I\'ll bring dinner on Thursday" is easier to accept than "anything you need".',
    ],
    'cover letter|application|job': [
      'First sentence: what you would do for them. Second: the one time you already did it. The rest is courtesy.',
      'Cut every line that would fit another company.',
    ],
    'boss|email|e-mail|colleague': [
      'Put the request in the first line and the date by which you need it. The background goes below, for who wants it.',
      'Write it angry, send it tomorrow.',
    ],
  },
};
