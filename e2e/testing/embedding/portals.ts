import { rm } from 'node:fs/promises'
import { startScript } from '../process.ts'
import { newDataDir } from '../stack.ts'
import { test as base } from '../test.ts'

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

/** Controls that remove and restore the dashboard, for further doors. */
export const TOGGLES = { federation: 'button', frame: '#painel' } as const

export type Portals = { urlOf(example: string): string; stop(): Promise<void> }

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
  readonly examples: readonly string[]
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
