const firstCode = 0xe100;
const maxPlaceholders = 0x1000;

/** Protects code and addresses as private-use characters, of which the text must contain none. */
export function createPlaceholders() {
  const parts: string[] = [];
  const protect = (text: string): string => {
    if (parts.length === maxPlaceholders) return text;
    return String.fromCharCode(firstCode + parts.push(text) - 1);
  };
  /** Recursive: a link's label may contain code. */
  const restore = (text: string): string =>
    text.replace(/[\uE100-\uF8FF]/g, (mark) =>
      restore(parts[mark.charCodeAt(0) - firstCode] ?? ''),
    );
  return { protect, restore };
}

export const privateCharacters = /[\uE000-\uF8FF]/g;
export const webAddress = /https?:\/\/[^\s)*]+/g;
export const escapedMark = /\\([!-/:-@[-`{-~])/g;
