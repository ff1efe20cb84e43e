import { fileURLToPath } from 'node:url';
import { work } from '@space/contracts/work';
import { type Service, serving } from '@space/runtime';
import { manifest } from '../../manifest.ts';

/** The service work. Describe here its entities, its guarantees and what it does not guarantee. */
export const workService: Service = {
  ...manifest.work,
  migrations: fileURLToPath(new URL('../migrations', import.meta.url)),
  open: () => ({ serves: [serving(work, {})] }),
};
