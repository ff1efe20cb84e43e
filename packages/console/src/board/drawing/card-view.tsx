import type { ElementOf } from '@space/contracts/whiteboard-elements';
import { type ReactElement, useContext } from 'react';
import { BoardText } from './board-text.tsx';
import { BoardThingsContext } from './board-things.ts';
import { useAnswer } from './use-answer.ts';

const [PADDING, STRIPE, CAPTION] = [12, 5, 0.75];

/** Renders a thing of the Space as a card: its kind and its name. */
export function CardView({ element }: { readonly element: ElementOf<'embed'> }): ReactElement {
  const { x, y, width, height, address, text, style } = element;
  const { kindOf, nameOf } = useContext(BoardThingsContext);
  const name = useAnswer(address, nameOf);
  const captionSize = style.font_size * CAPTION;
  const place = { x: x + STRIPE + PADDING, width: Math.max(1, width - STRIPE - PADDING * 2), align: 'left', isAtTop: true } as const;
  const top = y + PADDING + captionSize * 1.25;
  return (
    <>
      <rect x={x} y={y} width={width} height={height} rx={6} fill={style.fill_color ?? '#ffffff'} stroke="#ced4da" />
      <rect x={x} y={y} width={Math.min(STRIPE, width)} height={height} rx={2} fill="#4c6ef5" />
      <BoardText
        text={kindOf(address)}
        box={{ ...place, y: y + PADDING, height: captionSize * 1.25 }}
        style={{ font_size: captionSize, stroke_color: '#5c636a' }}
        isCut
      />
      <BoardText
        text={name ?? (text || (name === null ? 'It does not exist, or you may not read it.' : ''))}
        box={{ ...place, y: top, height: Math.max(1, y + height - PADDING - top) }}
        style={style}
        isCut
      />
    </>
  );
}
