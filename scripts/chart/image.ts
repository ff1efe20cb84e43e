/** Returns the fault of an image name, or undefined. Images need an exact version and must not be Bitnami's. */
export function imageFault(image: string): string | undefined {
  const [named = ''] = image.split('@');
  const tag = /:([^/:]+)$/.exec(named)?.[1];
  if (!tag) return `${image} has no tag`;
  // A tag with one number is moved to later versions.
  if (tag === 'latest' || !/\d+\.\d+/.test(tag)) return `${image} names no exact version`;
  if (/(^|[/.])bitnami/.test(named)) return `${image} is Bitnami's, which is frozen`;
  return undefined;
}
