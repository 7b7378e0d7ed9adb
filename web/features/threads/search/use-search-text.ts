import { useCallback, useEffect, useRef, useState } from 'react';

/** Pause after the last key. */
const pauseMs = 180;

/** Written to the URL a moment later. */
export function useSearchText(inAddress: string, write: (text: string) => void) {
  const [text, setText] = useState(inAddress);
  const written = useRef(inAddress);
  // The URL was changed elsewhere, such as by Back.
  useEffect(() => {
    if (inAddress === written.current) return;
    written.current = inAddress;
    setText(inAddress);
  }, [inAddress]);
  const searchNow = useCallback(() => {
    if (text === written.current) return;
    written.current = text;
    write(text);
  }, [text, write]);
  useEffect(() => {
    const timer = setTimeout(searchNow, text === '' ? 0 : pauseMs);
    return () => clearTimeout(timer);
  }, [text, searchNow]);
  return { text, setText, searchNow };
}
