import { defineConfig } from 'vite'

export default defineConfig({
  // The package is linked here, beside a React of its own: it is to take this portal's, as it does when installed.
  resolve: { dedupe: ['react', 'react-dom'] },
  // The portal's policy lets no script stand in the page itself.
  build: { modulePreload: { polyfill: false }, outDir: process.env['OUT_DIR'] ?? 'dist', emptyOutDir: true },
})
