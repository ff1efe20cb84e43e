/** What is wrong with the name of an image; undefined when nothing is. */
export function imageFault(image: string): string | undefined {
  const [named = ''] = image.split('@');
  const tag = /:([^/:]+)$/.exec(named)?.[1];
  if (!tag) return `${image} has no tag`;
  // One number is a line of versions and moves.
  if (tag === 'latest' || !/\d+\.\d+/.test(tag)) return `${image} names no exact version`;
  if (/(^|[/.])bitnami/.test(named)) return `${image} is Bitnami's, which is frozen`;
  return undefined;
}
