import { useEffect, useRef, useState } from 'react';

/** Milliseconds after the last key before a text counts. */
const PAUSE_MS = 300;

/**
 * Returns the text of a field whose value stands in the address, and a function that sets what is typed. `onPause` gets the text when the
 * typing pauses. Another value, such as that of a link, replaces the text.
 */
export function useTyped(value: string, onPause: (text: string) => void): readonly [string, (text: string) => void] {
  const [text, setText] = useState(value);
  const current = useRef(onPause);
  current.current = onPause;
  useEffect(() => setText(value), [value]);
  useEffect(() => {
    if (text === value) return;
    const timer = setTimeout(() => current.current(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text, value]);
  return [text, setText];
}
