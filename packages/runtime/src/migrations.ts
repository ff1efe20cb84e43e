import { fileURLToPath } from 'node:url';
import type { Migrations } from '@space/database';
import type { Service } from './service.ts';

const outbox = fileURLToPath(new URL('../../event-log/migrations', import.meta.url));

/** The migrations of services, in order: the outbox and the kept answers first, then the service's own tables. */
export const migrationsOf = (services: readonly Pick<Service, 'schema' | 'migrations'>[]): Migrations[] =>
  services
    .filter((service) => service.migrations !== undefined)
    .flatMap(({ schema, migrations }) => [
      { schema, folder: outbox },
      { schema, folder: migrations! },
    ]);
