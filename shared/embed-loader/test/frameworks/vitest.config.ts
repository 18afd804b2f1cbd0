import { svelte } from '@sveltejs/vite-plugin-svelte'
import { svelteTesting } from '@testing-library/svelte/vite'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  root: import.meta.dirname,
  plugins: [svelte({ configFile: false }), svelteTesting()],
  // The wrappers lie outside of this folder, and take the frameworks that lie in it.
  resolve: { dedupe: ['@angular/core', '@angular/common', 'rxjs', 'vue'] },
  test: { include: ['*.spec.ts'], environment: 'jsdom', maxWorkers: 1 },
})
