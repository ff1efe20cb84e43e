import { fileURLToPath } from 'node:url';
import type { Service } from '@space/runtime';
import { manifest } from '../../manifest.ts';

/** Projects and tasks. */
export const workService: Service = {
  ...manifest.work,
  migrations: fileURLToPath(new URL('../migrations', import.meta.url)),
  open: () => ({ serves: [] }),
};
