import type { Ports } from '@space/runtime';

/** Where visitors reach the second origin, without a slash at the end. */
export const publicOrigin = ({ SPACE_PUBLIC_URL, SPACE_PUBLIC_PORT }: Ports['config']): string =>
  (SPACE_PUBLIC_URL ?? `http://localhost:${SPACE_PUBLIC_PORT}`).replace(/\/+$/, '');
