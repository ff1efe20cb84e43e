/** Returns the public origin, at which visitors reach published pages, from the configuration; without a slash at its end. */
export const publicOrigin = (config: { readonly SPACE_PUBLIC_URL?: string | undefined; readonly SPACE_PUBLIC_PORT: number }): string =>
  (config.SPACE_PUBLIC_URL ?? `http://localhost:${config.SPACE_PUBLIC_PORT}`).replace(/\/+$/, '');
