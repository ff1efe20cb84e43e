import type { ElementStyle } from '@space/contracts/whiteboard-elements';
import type { ReactElement } from 'react';
import { BOARD_FONT, measureText } from './measure-text.ts';
import type { TextBox } from './text-box.ts';
import { LINE_HEIGHT, wrapText } from './wrap-text.ts';

/** Props of a text: its words, its box and its look. */
export interface BoardTextProps {
  readonly text: string;
  readonly box: TextBox;
  readonly style: Pick<ElementStyle, 'font_size' | 'stroke_color'>;
  /** True to leave out the lines below the box. */
  readonly isCut?: boolean;
}

const anchors = { left: 'start', center: 'middle', right: 'end' } as const;

/** Renders the lines of a text in its box. */
export function BoardText({ text, box, style, isCut = false }: BoardTextProps): ReactElement | null {
  if (text.trim() === '') return null;
  const { font_size, stroke_color } = style;
  const lineHeight = font_size * LINE_HEIGHT;
  const all = wrapText(text, box.lineWidth ?? box.width, measureText(font_size));
  const room = Math.max(1, Math.floor(box.height / lineHeight));
  const lines = isCut && all.length > room ? [...all.slice(0, room - 1), `${all[room - 1]!.replace(/.$/u, '')}…`] : all;
  const top = box.isAtTop ? box.y : box.y + Math.max(0, (box.height - lines.length * lineHeight) / 2);
  const x = box.align === 'left' ? box.x : box.align === 'right' ? box.x + box.width : box.x + box.width / 2;
  return (
    <text fill={stroke_color} fontFamily={BOARD_FONT} fontSize={font_size} textAnchor={anchors[box.align]} xmlSpace="preserve">
      {lines.map((line, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a line is its place
        <tspan key={at} x={x} y={top + at * lineHeight + font_size * 0.95}>
          {line}
        </tspan>
      ))}
    </text>
  );
}
