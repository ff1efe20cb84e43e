import type { UnknownRecord } from '../file/read-json.ts';

/** A point of an Excalidraw line, relative to its element. */
export type ScenePoint = readonly [x: number, y: number];

/** Returns the points of an Excalidraw line that are pairs of finite numbers. Of more than `most`, evenly spread ones are taken. */
export function readPoints({ points }: UnknownRecord, most: number, { warn }: { warn(sentence: string): void }): ScenePoint[] {
  const valid = (Array.isArray(points) ? points : []).filter(isPoint).map(([x, y]): ScenePoint => [x, y]);
  if (valid.length <= most) return valid;
  warn(`lines of more than ${most} points were simplified`);
  return Array.from({ length: most }, (_, index) => valid[Math.round((index * (valid.length - 1)) / (most - 1))]!);
}

function isPoint(value: unknown): value is [number, number] {
  return Array.isArray(value) && Number.isFinite(value[0]) && Number.isFinite(value[1]);
}
