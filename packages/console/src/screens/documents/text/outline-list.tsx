import type { ReactElement } from 'react';
import type { AroundText } from '../../../editor/parts/document-text.tsx';

/** Renders the headings of a document as buttons that go to them. A document with fewer than two has none. */
export function OutlineList({ editor, facts }: AroundText): ReactElement | null {
  if (!editor || !facts || facts.outline.length < 2) return null;
  return (
    <nav className="doc-outline" aria-label="Outline">
      {facts.outline.map(({ position, level, text }) => (
        <button key={position} type="button" className="cut" data-level={level} onClick={() => editor.goTo(position)}>
          {text}
        </button>
      ))}
    </nav>
  );
}
