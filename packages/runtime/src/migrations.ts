import { fileURLToPath } from 'node:url';
import type { Migrations } from '@space/database';
import type { Service } from './service.ts';

const outbox = fileURLToPath(new URL('../../event-log/migrations', import.meta.url));

/** Returns the migrations of services in order: outbox and idempotency tables first, then the tables of the service. */
export const migrationsOf = (services: readonly Pick<Service, 'schema' | 'migrations'>[]): Migrations[] =>
  services
    .filter((service) => service.migrations !== undefined)
    .flatMap(({ schema, migrations }) => [
      { schema, folder: outbox },
      { schema, folder: migrations! },
    ]);
