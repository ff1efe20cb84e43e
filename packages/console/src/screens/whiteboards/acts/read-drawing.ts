/** A drawing as the API imports it. */
export interface ReadDrawing {
  readonly format: 'excalidraw' | 'jsoncanvas';
  readonly content: Readonly<Record<string, unknown>>;
}

/** Returns the drawing of the text of a file, or undefined for a file of another kind. */
export function readDrawing(text: string): ReadDrawing | undefined {
  try {
    const content: unknown = JSON.parse(text);
    if (typeof content !== 'object' || content === null) return undefined;
    if ('elements' in content && Array.isArray(content.elements)) return { format: 'excalidraw', content: { ...content } };
    if ('nodes' in content || 'edges' in content) return { format: 'jsoncanvas', content: { ...content } };
  } catch {
    // Not JSON: no drawing.
  }
  return undefined;
}
