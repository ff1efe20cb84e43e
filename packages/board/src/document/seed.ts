/** Returns the seed of an element for which no writer gave one: a hash (FNV-1a) of its id, so that each picture has the same lines. */
export function seedOf(id: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < id.length; at += 1) hash = Math.imul(hash ^ id.charCodeAt(at), 0x01000193);
  return hash & 0x7fffffff;
}
