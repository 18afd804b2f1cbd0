import { defineConfig } from 'vite'

export default defineConfig({
  // The policy of the portal allows no scripts in the page itself.
  build: { modulePreload: { polyfill: false }, assetsInlineLimit: 0 },
})
