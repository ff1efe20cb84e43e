import { type Outline, outlinePaths, strokeAttributes } from '@space/board/outlines';
import type { ElementStyle } from '@space/contracts/whiteboard-elements';
import { type ReactElement, useMemo } from 'react';

/** Props of an outline: its form, its look, and the seed and size that make its lines. */
export interface OutlineViewProps {
  readonly outline: Outline;
  readonly style: ElementStyle;
  readonly seed: number;
  readonly size: number;
}

/** Renders an outline: its area, then its line. */
export function OutlineView({ outline, style, seed, size }: OutlineViewProps): ReactElement {
  const { area, line } = useMemo(() => outlinePaths(outline, style, seed, size), [outline, style, seed, size]);
  const fill = style.fill_color ?? undefined;
  return (
    <>
      {area &&
        (area.hatch_width === null ? (
          <path d={area.path} fill={fill} />
        ) : (
          <path d={area.path} fill="none" stroke={fill} strokeWidth={area.hatch_width} strokeLinecap="round" />
        ))}
      {line !== null && <path d={line} fill="none" {...lineProps(style)} />}
    </>
  );
}

/** Returns the attributes of a drawn line as React has them. */
export function lineProps(style: ElementStyle): Readonly<Record<string, string | number | undefined>> {
  return Object.fromEntries(
    Object.entries(strokeAttributes(style)).map(([name, value]) => [
      name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase()),
      value ?? undefined,
    ]),
  );
}
