import { svelte } from '@sveltejs/vite-plugin-svelte'
import { svelteTesting } from '@testing-library/svelte/vite'
import { defineConfig } from 'vitest/config'

/** The set-up that Vue, Svelte and Angular document for tests; `test/frameworks.test.ts` runs it as a part of the unit tests. */
export default defineConfig({
  plugins: [svelte({ configFile: false }), svelteTesting()],
  test: { include: ['test/frameworks/*.spec.ts'], environment: 'jsdom', maxWorkers: 1 },
})
