const firstMark = 0xe100;
const mostMarks = 0x1000;

/**
 * Takes parts of a text (code, addresses) out of the way while Markdown's marks are read, and puts them back
 * afterwards. A character of Unicode's private area stands for each, so the text must have none of its own.
 */
export function createKeeper() {
  const kept: string[] = [];
  const keep = (text: string): string => {
    if (kept.length === mostMarks) return text;
    return String.fromCharCode(firstMark + kept.push(text) - 1);
  };
  /** One may lie in another: a link's name may be code. */
  const restored = (text: string): string =>
    text.replace(/[\uE100-\uF8FF]/g, (mark) =>
      restored(kept[mark.charCodeAt(0) - firstMark] ?? ''),
    );
  return { keep, restored };
}

export const privateCharacters = /[\uE000-\uF8FF]/g;
export const webAddress = /https?:\/\/[^\s)*]+/g;
/** A mark that is meant as it stands. */
export const escapedMark = /\\([!-/:-@[-`{-~])/g;
