/** Returns the origin of the console, at which people work, from the configuration. */
export const consoleOrigin = (config: { readonly SPACE_CONSOLE_URL?: string | undefined; readonly SPACE_CONSOLE_PORT: number }): string =>
  new URL(config.SPACE_CONSOLE_URL ?? `http://localhost:${config.SPACE_CONSOLE_PORT}`).origin;
