import type { SpaceClient } from '../../../api/space-client.ts';

/** The content of a file that the API imports. */
type Content = NonNullable<Parameters<SpaceClient['whiteboards']['import']>[0]['content']>;

/** A drawing as the API imports it. */
export interface ReadDrawing {
  readonly format: 'excalidraw' | 'jsoncanvas';
  readonly content: Content;
}

/** Returns the drawing of the text of a file, or undefined for a file of another kind. */
export function readDrawing(text: string): ReadDrawing | undefined {
  try {
    const content: unknown = JSON.parse(text);
    if (typeof content !== 'object' || content === null) return undefined;
    if ('elements' in content && Array.isArray(content.elements)) return { format: 'excalidraw', content: { ...content } as Content };
    if ('nodes' in content || 'edges' in content) return { format: 'jsoncanvas', content: { ...content } as Content };
  } catch {
    // Not JSON: no drawing.
  }
  return undefined;
}
