import { boxOf, diamondOutline, type Outline, rectangleOutline } from '@space/board/outlines';
import type { BoardElement } from '@space/contracts/whiteboard-elements';
import { type ReactElement, useMemo } from 'react';
import { BoardText } from './board-text.tsx';
import { lineProps, OutlineView } from './outline-view.tsx';
import { textBoxOf } from './text-box.ts';

type Shape = Extract<BoardElement, { type: 'rectangle' | 'ellipse' | 'diamond' | 'sticky' | 'text' | 'frame' }>;

/** Renders a shape, a sticky note, a text or a frame with its words. */
export function ShapeView({ element, hasText }: { readonly element: Shape; readonly hasText: boolean }): ReactElement {
  const { text, style } = element;
  return (
    <>
      <Ground element={element} />
      {hasText && <BoardText text={text} box={textBoxOf(element)} style={style} isCut={element.type !== 'text'} />}
    </>
  );
}

function Ground({ element }: { readonly element: Shape }): ReactElement | null {
  const { x, y, width, height, style, type } = element;
  const area = { x, y, width, height };
  switch (type) {
    case 'text':
      return style.fill_color === null ? null : <rect {...area} fill={style.fill_color} />;
    case 'sticky':
      return (
        <>
          <rect {...area} x={x + 2} y={y + 5} rx={3} fillOpacity={0.08} />
          <rect {...area} x={x + 1} y={y + 2} rx={3} fillOpacity={0.12} />
          <rect {...area} rx={3} fill={style.fill_color ?? '#fff3a3'} />
        </>
      );
    case 'frame':
      return <rect {...area} rx={6} fill={style.fill_color ?? 'none'} {...lineProps(style)} />;
    default:
      return <Outlined element={element} />;
  }
}

function Outlined({ element }: { readonly element: Shape }): ReactElement {
  const { style, seed, width, height } = element;
  const outline = useMemo(() => outlineOf(element), [element]);
  return <OutlineView outline={outline} style={style} seed={seed} size={Math.max(width, height)} />;
}

function outlineOf(element: Shape): Outline {
  const box = { ...boxOf(element), rotation: 0 };
  if (element.type === 'ellipse') return { kind: 'ellipse', box };
  return element.type === 'diamond' ? diamondOutline(box) : rectangleOutline(box);
}
