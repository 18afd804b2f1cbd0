import { join } from 'node:path'
import { TIME_ZONE } from '@atalaia/contracts'
import { PORTAL_ARGS, browserArgs, findTestBrowser } from '@atalaia/stack'
import { defineConfig } from '@playwright/test'

const cache = join(import.meta.dirname, '..', '.cache', 'test')

const launch = (args: readonly string[] = []) => ({
  executablePath: findTestBrowser() ?? '/usr/bin/chromium',
  // The hinting of letters that the whole Chromium takes from Debian: widths and pictures are the same in both.
  args: [...browserArgs(), '--font-render-hinting=slight', ...args],
})

export default defineConfig({
  testDir: 'specs',
  outputDir: join(cache, 'artifacts'),
  // The same pictures for every platform: see gallery.spec.ts.
  snapshotPathTemplate: '{testDir}/{testFileName}-pictures/{arg}{ext}',
  // Each worker has a stack of its own, with an own database. Two keep two cores busy; a third one made the run longer.
  workers: 2,
  fullyParallel: true,
  projects: [
    // The portals stand before a platform of their own, and take half a minute to build: one worker has them all.
    { name: 'embedding', testDir: 'specs/embedding', workers: 1, use: { launchOptions: launch(PORTAL_ARGS) } },
    { name: 'product', testIgnore: 'embedding/**' },
  ],
  // A test that would pass the second time has a fault of its own, or found one of the product.
  retries: 0,
  forbidOnly: Boolean(process.env['CI']),
  timeout: 60_000,
  expect: { timeout: 15_000 },
  reporter: [
    ['list'],
    ['json', { outputFile: process.env['PLAYWRIGHT_JSON_OUTPUT_FILE'] ?? join(cache, 'playwright.json') }],
  ],
  use: {
    locale: 'pt-BR',
    timezoneId: TIME_ZONE,
    viewport: { width: 1440, height: 900 },
    screenshot: 'only-on-failure',
    // Recording costs each test a third of its time: asked for where a failure does not explain itself.
    trace: process.env['TRACE'] ? 'retain-on-failure' : 'off',
    launchOptions: launch(),
  },
})
