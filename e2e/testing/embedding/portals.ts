import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from '../process.ts'
import { test as base } from '../test.ts'

export type Portals = { urlOf(example: string): string; stop(): Promise<void> }

const listening = (message: unknown): ReadonlyMap<string, string> | undefined => {
  const { type, portals } = Object(message)
  if (type !== 'listening' || !Array.isArray(portals)) return undefined
  return new Map(portals.map((portal: unknown) => [String(Object(portal).name), String(Object(portal).url)]))
}

/** The examples as `npm run example` starts them, on free ports, with a data folder of their own. */
const startPortals = async (examples: readonly string[]): Promise<Portals> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'atalaia-portals-'))
  const child = spawn(process.execPath, [join(root, 'scripts/example.ts'), ...examples], {
    cwd: root,
    env: { ...process.env, PORT: '0', DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  const output: string[] = []
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => output.push(String(chunk)))
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const urls = await new Promise<ReadonlyMap<string, string>>((resolve, reject) => {
    child.on('message', (message) => {
      const portals = listening(message)
      if (portals) resolve(portals)
    })
    void ended.then(() => reject(new Error(`npm run example ended\n${output.join('')}`)))
  })
  return {
    urlOf: (example) => {
      const url = urls.get(example)
      if (!url) throw new Error(`${example} was not started`)
      return url
    },
    stop: async () => {
      child.kill('SIGTERM')
      await ended
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

type WorkerParts = {
  /** All example portals, before one platform. */
  readonly portals: Portals
}

export const test = base.extend<object, WorkerParts>({
  portals: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the wanted parts from the pattern: none here
    async ({}, use) => {
      const portals = await startPortals(['html', 'react18', 'vue3', 'svelte', 'federation'])
      await use(portals)
      await portals.stop()
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  // The portals have a platform of their own: none is started for the sake of an address.
  // oxlint-disable-next-line no-empty-pattern -- as above
  baseURL: async ({}, use) => use(undefined),
})

export { expect } from '@playwright/test'
