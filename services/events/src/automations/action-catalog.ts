import { type CatalogEntry, publicCatalog } from '@space/contracts/catalog';

/** The operations that an action can call, by id: every operation that a key needs a scope for. */
export const actionCatalog: ReadonlyMap<string, CatalogEntry> = new Map(
  publicCatalog.filter(({ operation }) => operation.scope !== undefined).map((entry) => [entry.id, entry]),
);
