import vue from '@vitejs/plugin-vue'
import { defineConfig } from 'vite'

export default defineConfig({
  plugins: [vue({ template: { compilerOptions: { isCustomElement: (tag) => tag === 'atalaia-analytics' } } })],
  // The portal's policy lets no script stand in the page itself.
  build: { modulePreload: { polyfill: false }, outDir: process.env['OUT_DIR'] ?? 'dist', emptyOutDir: true },
})
