import { defineConfig } from 'vite';

/**
 * The build of the console: static files that the gateway serves under a policy without inline scripts or styles. Every name
 * below `assets/` has a hash, so that a browser can cache the file for ever.
 */
export default defineConfig({
  root: import.meta.dirname,
  base: '/',
  publicDir: false,
  build: {
    target: 'es2023',
    sourcemap: false,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    emptyOutDir: true,
  },
});
