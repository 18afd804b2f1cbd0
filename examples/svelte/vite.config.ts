import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'vite'

export default defineConfig({
  plugins: [svelte()],
  // The portal's policy lets no script stand in the page itself.
  build: { modulePreload: { polyfill: false }, outDir: process.env['OUT_DIR'] ?? 'dist', emptyOutDir: true },
})
