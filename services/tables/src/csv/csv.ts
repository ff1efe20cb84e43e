import type { Handlers } from '@space/bus';
import type { rows } from '@space/contracts/tables';
import type { Ports } from '@space/runtime';
import type { SchemaCache } from '../schema/schema-cache.ts';
import { rowExporter } from './export-rows.ts';
import { rowImporter } from './import-rows.ts';

/** Returns the handlers of `rows.export` and `rows.import`. An import of an export restores the same cells. */
export const csvHandlers = (ports: Ports, schemas: SchemaCache): Pick<Handlers<typeof rows>, 'export' | 'import'> => ({
  export: rowExporter({ ports, schemas }),
  import: rowImporter({ ports, schemas }),
});
