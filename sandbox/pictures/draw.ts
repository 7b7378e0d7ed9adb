/** Run `node sandbox/pictures/draw.ts`; the files are committed. */
import sharp from 'sharp';

const pictures: Record<string, string> = {
  sum: `<rect width="640" height="480" fill="#F7F3E8"/>
    <g stroke="#CBD8E4" stroke-width="2"><path d="M0 96H640M0 168H640M0 240H640M0 312H640M0 384H640"/></g>
    <path d="M86 0V480" stroke="#E3A79B" stroke-width="3"/>
    <g font-family="DejaVu Sans, sans-serif" font-size="58" fill="#33465A">
      <text x="130" y="156">1/2 + 1/3 = ?</text><text x="130" y="300">3/6 + 2/6</text></g>
    <path d="M128 330q150 26 260 2" stroke="#A8371F" stroke-width="5" fill="none" stroke-linecap="round"/>`,
  pan: `<rect width="640" height="480" fill="#EADFCB"/>
    <rect x="430" y="222" width="220" height="36" rx="18" fill="#3A3F3C"/>
    <circle cx="270" cy="240" r="190" fill="#3A3F3C"/><circle cx="270" cy="240" r="160" fill="#55605A"/>
    <path d="M170 250c-26-66 36-126 104-108s118 30 104 104-62 94-118 84-74-40-90-80Z" fill="#FFFDF6"/>
    <circle cx="276" cy="236" r="48" fill="#F0B23C"/><circle cx="262" cy="222" r="13" fill="#F8D27F"/>`,
  plant: `<rect width="640" height="480" fill="#E4EEE7"/>
    <path d="M240 330h160l-20 120H260Z" fill="#B5653E"/><rect x="228" y="312" width="184" height="36" rx="8" fill="#C6754C"/>
    <path d="M320 312V140" stroke="#3F6B4F" stroke-width="10"/>
    <path d="M320 230c-90 6-136-44-142-112 84-6 136 40 142 112Z" fill="#5E9A74"/>
    <path d="M320 180c10-84 66-124 142-118 0 78-56 124-142 118Z" fill="#C9B458"/>`,
};

for (const [name, drawing] of Object.entries(pictures)) {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 640 480" width="640" height="480">${drawing}</svg>`;
  const file = new URL(`${name}.png`, import.meta.url);
  await sharp(Buffer.from(svg)).png({ palette: true, colors: 32 }).toFile(file.pathname);
}
