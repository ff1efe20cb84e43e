/** Where visitors reach the second origin, as the configuration says; without a slash at the end. */
export const publicOrigin = (config: { readonly SPACE_PUBLIC_URL?: string | undefined; readonly SPACE_PUBLIC_PORT: number }): string =>
  (config.SPACE_PUBLIC_URL ?? `http://localhost:${config.SPACE_PUBLIC_PORT}`).replace(/\/+$/, '');
