import { rm } from 'node:fs/promises'
import { startScript } from '../process.ts'
import { newDataDir } from '../stack.ts'
import { test as base } from '../test.ts'

/** The examples that CI looks at; all others are tried by hand, with `npm run lab -- portal-table`. */
const PORTALS = [
  'federation',
  'frame',
  'html',
  'iframe',
  'jquery',
  'lit',
  'preact',
  'react16',
  'react17',
  'react18',
  'single-spa',
  'svelte',
  'vue3',
]

/** The controls of the examples for the other doors that take the dashboard away, and bring it back. */
export const TOGGLES = { federation: 'button', frame: '#painel' } as const

export type Portals = { urlOf(example: string): string; stop(): Promise<void> }

/** The examples as `npm run example` starts them, on free ports, with a data folder of their own. */
const startPortals = async (examples: readonly string[]): Promise<Portals> => {
  const dataDir = await newDataDir('atalaia-portals-')
  const { portals = [], stop } = await startScript({
    script: 'scripts/example.ts',
    args: examples,
    env: { PORT: '0', DATA_DIR: dataDir },
  })
  return {
    urlOf: (example) => {
      const portal = portals.find(({ name }) => name === example)
      if (!portal) throw new Error(`${example} was not started`)
      return portal.url
    },
    stop: async () => {
      await stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

type WorkerParts = {
  /** The names of the examples that a file of tests needs. */
  readonly examples: readonly string[]
  /** These examples, before one platform. */
  readonly portals: Portals
}

export const test = base.extend<object, WorkerParts>({
  examples: [PORTALS, { scope: 'worker', option: true }],
  portals: [
    async ({ examples }, use) => {
      const portals = await startPortals(examples)
      await use(portals)
      await portals.stop()
    },
    { scope: 'worker' },
  ],
  // The portals have a platform of their own: none is started for the sake of an address.
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the wanted parts from the pattern: none here
  baseURL: async ({}, use) => use(undefined),
})

export { expect } from '@playwright/test'
