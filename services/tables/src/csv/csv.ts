import type { Handlers } from '@space/bus';
import type { rows } from '@space/contracts/tables';
import type { Ports } from '@space/runtime';
import type { SchemaCache } from '../schema/schema-cache.ts';
import { rowExporter } from './export-rows.ts';
import { rowImporter } from './import-rows.ts';

/** Answers rows.export and rows.import. What the one writes the other reads back to the same cells. */
export const csvHandlers = (ports: Ports, schemas: SchemaCache): Pick<Handlers<typeof rows>, 'export' | 'import'> => ({
  export: rowExporter({ ports, schemas }),
  import: rowImporter({ ports, schemas }),
});
