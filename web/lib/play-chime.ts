/** Two soft tones, a third apart. */
const tones = [
  { hertz: 659.25, at: 0 },
  { hertz: 830.61, at: 0.16 },
];
const lengthS = 0.5;
const loudness = 0.15;

/** Browsers stay silent until the person clicks or presses a key. */
export async function playChime(): Promise<void> {
  const context = new AudioContext();
  if (context.state === 'suspended') await Promise.race([context.resume(), wait(1_000)]);
  for (const { hertz, at } of tones) {
    const tone = new OscillatorNode(context, { frequency: hertz });
    const volume = new GainNode(context, { gain: 0 });
    const start = context.currentTime + at;
    volume.gain.setValueAtTime(0, start);
    volume.gain.linearRampToValueAtTime(loudness, start + 0.02);
    volume.gain.exponentialRampToValueAtTime(0.001, start + lengthS);
    tone.connect(volume).connect(context.destination);
    tone.start(start);
    tone.stop(start + lengthS);
  }
  await wait(1_000);
  await context.close();
}

const wait = (ms: number) => new Promise<void>((done) => setTimeout(done, ms));
