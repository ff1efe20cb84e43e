import { type CatalogEntry, publicCatalog } from '@space/contracts/catalog';

/** The operations that an action can call, by id: every operation that a key can reach. */
export const actionCatalog: ReadonlyMap<string, CatalogEntry> = new Map(publicCatalog.map((entry) => [entry.id, entry]));
