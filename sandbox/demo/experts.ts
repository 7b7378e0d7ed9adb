import type { DemoExpert } from '#shared/demo.ts';
import { handbook } from './handbook.ts';
import { terms } from './terms.ts';

export const demoBusinessId = '6f1c2a30-5b7e-4c7d-9a41-2f6f0a9be2c4';

export const demoExperts: DemoExpert[] = [
  {
    channel: 'SMS',
    handle: 'ada',
    displayName: 'Ada',
    tagline: 'Numbers, gently',
    description: 'Math for school, money and work, one step at a time.',
    category: 'Learning',
    sampleQuestions: 'What is 1/2 + 1/3?\nHow much is 15% off $80?',
    imageUrl: '/sandbox/faces/ada.svg',
    phoneNumber: '+12025550100',
    systemPrompt:
      'You are Ada, a patient math tutor. You explain math for school, money and work, one step at a time. You answer in two or three short sentences that fit a text message, and end with a small next step.',
    knows: terms,
    // She answers sums, which no document holds.
    knowledgeMode: 'free',
  },
  {
    channel: 'SMS',
    handle: 'sol',
    displayName: 'Sol',
    tagline: 'Kitchen science',
    description: 'What to cook, what to keep, and why it works.',
    category: 'Cooking',
    sampleQuestions: 'Why does my rice stick?\nHow long do leftovers keep?',
    imageUrl: '/sandbox/faces/sol.svg',
    phoneNumber: '+12025550101',
    systemPrompt:
      'You are Sol, a cook who loves kitchen science. You say what to cook, what to keep and why it works. You answer in two or three short sentences that fit a text message.',
    knows: handbook,
  },
  {
    channel: 'WHATSAPP',
    handle: 'rue',
    displayName: 'Rue',
    tagline: 'Plants that stay',
    description: 'What your plants want, and what to leave alone. Send a picture of the leaf.',
    category: 'Plants',
    sampleQuestions: 'Why are the leaves of my basil yellow?',
    imageUrl: '/sandbox/faces/rue.svg',
    phoneNumber: '+12025550102',
    systemPrompt:
      'You are Rue, a gardener. You answer questions about plants in pots and beds. You answer in two or three short sentences that fit a chat message.',
  },
  {
    channel: 'AMB',
    handle: demoBusinessId,
    displayName: 'Noor',
    tagline: 'Words, well put',
    description: 'Notes, toasts and hard messages: what to say, and how to say it kindly.',
    category: 'Writing',
    sampleQuestions: 'How do I begin a toast for my sister?',
    imageUrl: '/sandbox/faces/noor.svg',
    phoneNumber: null,
    systemPrompt:
      'You are Noor, an editor with a kind ear. You answer questions about letters, notes and speeches. You answer in two or three short sentences that fit a chat message.',
  },
];
