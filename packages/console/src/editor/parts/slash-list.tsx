import { type ReactElement, useEffect, useRef } from 'react';
import type { MountedEditor, OpenSlashMenu } from '../mounted-editor.ts';

/** Pixels of the list. */
const [WIDTH, HEIGHT] = [300, 320];

/** Renders the blocks that a slash offers, at the cursor. The focus stays in the text, which names the marked offer. */
export function SlashList({ editor, menu }: { readonly editor: MountedEditor; readonly menu: OpenSlashMenu }): ReactElement {
  const { choices, index, left, top, bottom } = menu;
  const list = useRef<HTMLDivElement>(null);
  const marked = choices[index]?.id;
  useEffect(() => {
    if (marked) list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' });
  }, [marked]);
  const isAbove = bottom + HEIGHT > innerHeight && top > innerHeight - bottom;
  return (
    <div
      ref={list}
      id="editor-blocks"
      role="listbox"
      aria-label="Blocks"
      tabIndex={-1}
      className="popup slash-list"
      style={{
        insetInlineStart: Math.max(8, Math.min(left, innerWidth - WIDTH - 8)),
        ...(isAbove
          ? { insetBlockEnd: innerHeight - top + 4, maxBlockSize: Math.min(HEIGHT, top - 12) }
          : { insetBlockStart: bottom + 4, maxBlockSize: Math.min(HEIGHT, innerHeight - bottom - 12) }),
      }}
    >
      {choices.map((choice, at) => (
        <div
          key={choice.id}
          id={`editor-blocks-${choice.id}`}
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
