/** A sentence about a place in a document; without a place it is about the whole. */
export interface PlacedSentence {
  readonly text: string;
  readonly line?: number;
  readonly column?: number;
}

/** Reads the line and column that begin a sentence of the service, such as `line 3, column 5: …`. */
export function placedSentence(text: string): PlacedSentence {
  const match = /^line (\d+), column (\d+)/.exec(text);
  return match ? { text, line: Number(match[1]), column: Number(match[2]) } : { text };
}
