/** Returns the address at which clients reach REST, without the version and without a slash at its end, from the configuration. */
export const apiOrigin = (config: { readonly SPACE_BASE_URL?: string | undefined; readonly SPACE_PORT: number }): string =>
  (config.SPACE_BASE_URL ?? `http://localhost:${config.SPACE_PORT}`).replace(/\/+$/, '');
