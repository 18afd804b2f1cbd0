import { join } from 'node:path'
import { TIME_ZONE } from '@atalaia/contracts'
import { LOCAL_NETWORK_CHECKS, browserArgs, findTestBrowser } from '@atalaia/stack'
import { defineConfig } from '@playwright/test'

const cache = join(import.meta.dirname, '..', '.cache', 'test')

const SPARE_PROCESS = 'SpareRendererForSitePerProcess'

const PLAYWRIGHTS_FEATURES = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
]

const launchWithout = (...features: readonly string[]) => ({
  executablePath: findTestBrowser() ?? '/usr/bin/chromium',
  args: [
    ...browserArgs(),
    // The hinting of letters that the whole Chromium takes from Debian: widths and pictures are the same in both.
    '--font-render-hinting=slight',
    `--disable-features=${[SPARE_PROCESS, ...features].join(',')}`,
  ],
})

export default defineConfig({
  testDir: 'specs',
  globalSetup: './testing/global-setup.ts',
  outputDir: join(cache, 'artifacts'),
  // The same pictures for every platform: see gallery.spec.ts.
  snapshotPathTemplate: '{testDir}/{testFileName}-pictures/{arg}{ext}',
  // Each worker has a stack of its own, with an own database. Two leave a seventh of two cores idle.
  workers: 3,
  fullyParallel: true,
  projects: [
    // The portals stand before a platform of their own, and take half a minute to build: one worker has them all.
    {
      name: 'embedding',
      testDir: 'specs/embedding',
      workers: 1,
      use: { launchOptions: launchWithout(LOCAL_NETWORK_CHECKS) },
    },
    // Remotes of other frameworks are built by `npm run frameworks` alone, shells with other versions of React by `npm run lab -- react-walk`.
    {
      name: 'product',
      testIgnore: [
        'embedding/**',
        ...(process.env['FRAMEWORKS'] ? [] : ['frameworks/**']),
        ...(process.env['REACT_WALK'] ? [] : ['upgrades/**']),
        // The films of `npm run play`.
        ...(process.env['PLAY'] ? [] : ['shipping/rollout.spec.ts', 'day.spec.ts']),
      ],
    },
  ],
  // A test that would pass the second time has a fault of its own, or found one of the product.
  retries: 0,
  forbidOnly: Boolean(process.env['CI']),
  // As long as a slow machine with much else to do may take for all of a test, and for one state: neither is waited out
  // by a test that passes.
  timeout: 600_000,
  expect: { timeout: 30_000 },
  reporter: [
    ['list'],
    ['json', { outputFile: process.env['PLAYWRIGHT_JSON_OUTPUT_FILE'] ?? join(cache, 'playwright.json') }],
  ],
  use: {
    locale: 'pt-BR',
    timezoneId: TIME_ZONE,
    viewport: { width: 1440, height: 900 },
    // Frames that are drawn while a state comes up take a seventh of all of the processor's time. What moves is looked at by the
    // specs that use WITH_MOTION.
    contextOptions: { reducedMotion: 'reduce' },
    screenshot: 'only-on-failure',
    // Recording costs each test a third of its time: asked for where a failure does not explain itself.
    trace: process.env['TRACE'] ? 'retain-on-failure' : 'off',
    launchOptions: launchWithout(...PLAYWRIGHTS_FEATURES),
  },
})
