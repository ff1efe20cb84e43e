import { type CatalogEntry, publicCatalog } from '@space/contracts/catalog';

/** What an action can be: every operation that a key can reach, by id. */
export const actionCatalog: ReadonlyMap<string, CatalogEntry> = new Map(publicCatalog.map((entry) => [entry.id, entry]));
