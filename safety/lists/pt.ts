import { onlyOutright } from './outright-only.ts';

export const pt = onlyOutright(
  [
    {
      name: 'kill-myself',
      kind: 'suicide',
      unless: ['quoted'],
      patterns: [
        '(?:quero|vou|penso em|pensando em|decidi|preciso|vontade de) (?:\\w+ )?(?:me matar|me suicidar|me enforcar|tirar (?:a )?minha (?:propria )?vida|acabar com (?:a )?minha vida|cortar os pulsos|me jogar (?:da|do|de))(?! (?:se|de (?:rir|trabalhar|estudar)))',
        'pensamentos suicidas',
      ],
    },
    {
      name: 'wants-to-die',
      kind: 'suicide',
      unless: ['quoted'],
      patterns: [
        '(?:eu quero|quero|queria|preferia|vontade de) (?:\\w+ )?(?:morrer|estar mort[oa])(?! de (?:rir|fome|vergonha|sede|calor|amor))',
        'nao quero mais (?:\\w+ )?(?:viver|existir|estar viv[oa])(?! (?:em|com|aqui|nessa (?:cidade|casa)))',
      ],
    },
    {
      name: 'took-too-much',
      kind: 'suicide',
      unless: ['quoted'],
      patterns: [
        'tomei (?:todos os|muitos|varios|uma caixa de|todas as|muitas) (?:meus |minhas )?(?:\\w+ )?(?:comprimidos|remedios|pilulas|medicamentos)',
      ],
    },
  ],
  [
    '(?:musica|letra|filme|romance|livro|traduz|traduza|traduzir|diz|frase|personagem|poema|titulo|significa)',
    'em (?:ingles|espanhol|frances|italiano)',
  ],
);
