import { expect, it } from 'vitest';
import { countTokens } from './count-tokens.ts';

/** By OpenAI's tokenizer cl100k_base. */
it.each([
  ['English', 'Good morning, how are you today? I would like to know when the bus is coming.', 19],
  ['Polish', 'Cześć, jak się dzisiaj masz? Chciałbym wiedzieć, która jest godzina.', 28],
  ['Vietnamese', 'Xin chào, hôm nay bạn thế nào? Tôi muốn biết mấy giờ rồi.', 33],
  ['Greek', 'Καλημέρα, πώς είσαι σήμερα; Θέλω να μάθω τι ώρα είναι.', 47],
  ['Hebrew', 'שלום, איך אתה היום? אני רוצה לדעת מה השעה.', 35],
  ['Arabic', 'صباح الخير، كيف حالك اليوم؟ أريد أن أعرف متى تصل الحافلة.', 42],
  ['Chinese', '早上好，你今天怎么样？我想知道公共汽车什么时候到。', 30],
  ['Hindi', 'नमस्ते, आज आप कैसे हैं? मुझे जानना है कि बस कब आएगी।', 55],
  ['Georgian', 'გამარჯობა, როგორ ხარ დღეს? მინდა ვიცოდე რომელი საათია.', 98],
  ['Burmese', 'မင်္ဂလာပါ၊ ဒီနေ့ နေကောင်းလား။', 58],
  ['emoji', '😀👍🏽👨‍👩‍👧‍👦🔥', 29],
  ['numbers', '{"a": [1, 22, 333], "b": {"c": -4.5e-6}}', 26],
])('counts %s as vendors do, or a little higher', (_, text, tokens) => {
  expect(countTokens(text)).toBeGreaterThanOrEqual(tokens * 0.9);
  expect(countTokens(text)).toBeLessThanOrEqual(tokens * 1.7);
});
