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
    modulePreload: {
      polyfill: false,
      // A script names what it imports itself. A list of the imports of every screen would be a fiftieth of the shell.
      resolveDependencies: (_, files, { hostType }) => (hostType === 'html' ? files : files.filter((file) => file.endsWith('.css'))),
    },
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        // The descriptions of operations are data, with a budget of their own (scripts/console/budget.test.ts).
        chunkFileNames: ({ facadeModuleId }) =>
          `assets/${/\/src\/made\/\w+\/\w+\.json$/.test(facadeModuleId ?? '') ? 'made/' : ''}[name]-[hash].js`,
      },
    },
    emptyOutDir: true,
  },
});
