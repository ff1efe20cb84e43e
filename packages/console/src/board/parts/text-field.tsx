import { plainBox } from '@space/board/live';
import type { BoardElement } from '@space/contracts/whiteboard-elements';
import { MAX_ELEMENT_TEXT } from '@space/contracts/whiteboard-elements';
import { type ReactElement, useEffect, useRef } from 'react';
import { textBoxOf } from '../drawing/text-box.ts';
import { LINE_HEIGHT } from '../drawing/wrap-text.ts';
import { courseOf } from '../geometry/courses.ts';
import { toWindow, type View } from '../geometry/view.ts';
import type { BoardElements } from '../model/board-elements.ts';
import { typeWords } from '../tools/tool.ts';

/** Props of the field: the element whose text it has, what writes each change, and its end. */
export interface TextFieldProps {
  readonly element: BoardElement;
  readonly elements: BoardElements;
  readonly view: View;
  readonly onText: (text: string) => void;
  readonly onEnd: () => void;
}

/** Renders the text of an element as a field in its place. Escape and Ctrl Enter end it. */
export function TextField({ element, elements, view, onText, onEnd }: TextFieldProps): ReactElement {
  const field = useRef<HTMLTextAreaElement>(null);
  const { text, style } = element;
  useEffect(() => {
    field.current?.focus({ preventScroll: true });
    field.current?.select();
  }, []);
  const box = placeOf(element, elements);
  const { x, y } = toWindow(view, box);
  const lines = Math.max(1, text.split('\n').length);
  const height = Math.max(box.height, lines * style.font_size * LINE_HEIGHT);
  return (
    <textarea
      ref={field}
      className="board-text"
      aria-label={`Text of the ${typeWords[element.type].toLowerCase()}`}
      value={text}
      maxLength={MAX_ELEMENT_TEXT}
      style={{
        insetInlineStart: x,
        insetBlockStart: y,
        inlineSize: Math.max(40, box.width * view.zoom),
        blockSize: Math.max(24, height * view.zoom + 4),
        fontSize: style.font_size * view.zoom,
        textAlign: box.align,
        color: style.stroke_color,
      }}
      onChange={({ target }) => onText(target.value)}
      onPointerDown={(event) => event.stopPropagation()}
      onBlur={onEnd}
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.key !== 'Escape' && !(event.key === 'Enter' && (event.ctrlKey || event.metaKey))) return;
        event.preventDefault();
        onEnd();
      }}
    />
  );
}

function placeOf(element: BoardElement, elements: BoardElements): ReturnType<typeof textBoxOf> {
  if (element.type !== 'line' && element.type !== 'connector') {
    const box = textBoxOf(element);
    return element.type === 'freehand' ? { ...box, ...plainBox(element) } : box;
  }
  const [x, y] = courseOf(element, elements)?.middle ?? [element.x, element.y];
  const height = element.style.font_size * LINE_HEIGHT;
  return { x: x - 120, y: y - height / 2, width: 240, height, align: 'center', isAtTop: true };
}
