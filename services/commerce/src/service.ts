import { fileURLToPath } from 'node:url';
import type { Service } from '@space/runtime';
import { manifest } from '../../manifest.ts';

/** The service of orders, the ledger and payment providers. */
export const commerceService: Service = {
  ...manifest.commerce,
  migrations: fileURLToPath(new URL('../migrations', import.meta.url)),
  open: () => ({ serves: [] }),
};
