import { type ReactElement, useEffect, useReducer, useRef } from 'react';
import type { MountedEditor, OpenSlashMenu } from '../mounted-editor.ts';
import { SLASH_LIST_ID, slashOptionId } from '../plugins/slash-ids.ts';
import { type SeenPart, slashPlace } from './slash-place.ts';

/** Returns the part of the page that a person sees. */
function seenPart(): SeenPart {
  const { visualViewport: seen } = window;
  if (!seen) return { left: 0, top: 0, width: innerWidth, height: innerHeight };
  return { left: seen.offsetLeft, top: seen.offsetTop, width: seen.width, height: seen.height };
}

/** Renders the blocks that a slash offers, at the cursor. The focus stays in the text, which names the marked offer. */
export function SlashList({ editor, menu }: { readonly editor: MountedEditor; readonly menu: OpenSlashMenu }): ReactElement {
  const { choices, index } = menu;
  const list = useRef<HTMLDivElement>(null);
  const marked = choices[index]?.id;
  useEffect(() => {
    if (marked) list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' });
  }, [marked]);
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  useEffect(() => {
    // A keyboard comes and goes.
    const { visualViewport: seen } = window;
    seen?.addEventListener('resize', redraw);
    return () => seen?.removeEventListener('resize', redraw);
  }, []);
  const { left, top, bottom, height } = slashPlace(menu, seenPart());
  return (
    <div
      ref={list}
      id={SLASH_LIST_ID}
      role="listbox"
      aria-label="Blocks"
      tabIndex={-1}
      className="popup slash-list"
      style={{
        insetInlineStart: left,
        insetBlockStart: top,
        insetBlockEnd: bottom === undefined ? undefined : document.documentElement.clientHeight - bottom,
        maxBlockSize: height,
      }}
    >
      {choices.map((choice, at) => (
        <div
          key={choice.id}
          id={slashOptionId(choice)}
          role="option"
          tabIndex={-1}
          aria-selected={at === index}
          className="item"
          data-highlighted={at === index ? '' : undefined}
          onMouseDown={(event) => {
            event.preventDefault();
            editor.choose(choice);
          }}
        >
          {choice.label}
          <span className="tail soft">{choice.hint}</span>
        </div>
      ))}
    </div>
  );
}
