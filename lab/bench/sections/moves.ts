import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { descriptorSchema, STORAGE_KEYS } from '@atalaia/contracts'
import { root } from '@atalaia/stack'
import { measureScriptData, type ScriptData } from '@atalaia/stack/testing/script-data'
import type { Page } from '@playwright/test'
import { withDemoPlatform, type DemoPlatform } from '../demo-platform.ts'
import type { Row, Section } from '../section.ts'
import { timesRow } from '../times-row.ts'

const DASHBOARD = '/app/main/analytics'
const KIT_PAGE = '/app/tables/basic'
const FIRST_MOVES = 7
const MOVES = 200
const SETTLED_MOVES = 200
const GOAL_MS = 100
const LOOKS = 3
const MAX_TRIES = 20
/** Per move, like M-EMBED-3: below one object, and this many bytes. */
const MAX_OBJECTS_EACH = 1
const MAX_BYTES_EACH = 512

const click = async (path: string) => {
  const link = document.querySelector<HTMLAnchorElement>(`#menu-lateral a[href="${path}"]`)
  const before = document.querySelector('h1')?.textContent
  const began = performance.now()
  link?.click()
  const stands = () =>
    location.pathname === path &&
    document.querySelector('h1')?.textContent !== before &&
    document.querySelector('[data-waiting]') === null
  await new Promise<void>((resolve) => {
    const look = () => (stands() ? resolve() : void requestAnimationFrame(look))
    requestAnimationFrame(look)
  })
  // The next frame is the one that was painted with it.
  await new Promise((resolve) => requestAnimationFrame(resolve))
  return performance.now() - began
}

const open = async ({ browser, url, token }: DemoPlatform): Promise<Page> => {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'pt-BR' })
  await context.addCookies([{ name: 'token', value: '1', url }])
  await context.addInitScript(([key, value]) => localStorage.setItem(key, value), [STORAGE_KEYS.token, token] as const)
  // A stream of events has no end, so the network would never be idle.
  await context.addInitScript(() => {
    const { fetch } = globalThis
    globalThis.fetch = (asked, init) =>
      String(asked).endsWith('/api/eventos') ? new Promise(() => {}) : fetch(asked, init)
  })
  const page = await context.newPage()
  await page.goto(url + DASHBOARD)
  await page.locator('[data-waiting]').waitFor({ state: 'detached' })
  await page.waitForLoadState('networkidle')
  return page
}

const kitFiles = async (): Promise<string[]> => {
  const { artifact, routes } = descriptorSchema.parse(
    JSON.parse(await readFile(join(root, 'mfe-template-kit/dist/remote.json'), 'utf8')),
  )
  const { id = '' } = routes.find(({ path }) => path === KIT_PAGE) ?? {}
  return [artifact.entry, ...(artifact.routeFiles[id] ?? [])]
}

const arrived = (files: readonly string[]): boolean => {
  const names = performance.getEntriesByType('resource').map(({ name }) => name)
  return files.every((file) => names.some((name) => name.endsWith(`/${file}`)))
}

const firstMoves = async (platform: DemoPlatform, ready: boolean) => {
  const [there, back]: [number[], number[]] = [[], []]
  const files = await kitFiles()
  for (let round = 0; round < FIRST_MOVES; round += 1) {
    const page = await open(platform)
    if (ready) {
      await page.locator(`#menu-lateral a[href="${KIT_PAGE}"]`).last().dispatchEvent('pointerover')
      await page.waitForFunction(arrived, files)
    }
    there.push(await page.evaluate(click, KIT_PAGE))
    back.push(await page.evaluate(click, DASHBOARD))
    await page.context().close()
  }
  return { there, back }
}

const manyMoves = async (platform: DemoPlatform) => {
  const page = await open(platform)
  const cdp = await page.context().newCDPSession(page)
  const heap = async () => {
    await cdp.send('HeapProfiler.collectGarbage')
    return (await cdp.send('Runtime.getHeapUsage')).usedSize
  }
  const move = async (count: number) => {
    const times: number[] = []
    while (times.length < count) times.push(await page.evaluate(click, times.length % 2 === 0 ? KIT_PAGE : DASHBOARD))
    return times
  }
  const restingData = async () => {
    let last = await measureScriptData(cdp)
    for (let tries = 0; tries < MAX_TRIES; tries += 1) {
      const next = await measureScriptData(cdp)
      if (next.objects === last.objects) return next
      last = next
    }
    throw new Error(`${KIT_PAGE}: the page does not come to rest`)
  }
  const look = async (): Promise<ScriptData> => {
    const looks: ScriptData[] = []
    while (looks.length < LOOKS) {
      await page.evaluate(click, KIT_PAGE)
      looks.push(await restingData())
      await page.evaluate(click, DASHBOARD)
    }
    const of = (what: keyof ScriptData) => Math.max(...looks.map((each) => each[what]))
    return { objects: of('objects'), bytes: of('bytes') }
  }
  await move(SETTLED_MOVES)
  const before = await look()
  const [times, heaps]: [number[], number[]] = [[], [await heap()]]
  while (times.length < MOVES) {
    times.push(...(await move(MOVES / 4)))
    heaps.push(await heap())
  }
  const after = await look()
  await page.context().close()
  return { times, heaps, before, after }
}

const rowOf = (what: string, values: readonly number[], hasGoal = true): Row =>
  timesRow({ what, values, shares: [0.5, 0.75, 0.95], ...(hasGoal && { goal: { share: 0.75, ms: GOAL_MS } }) })

const measure = async (platform: DemoPlatform): Promise<Row[]> => {
  const cold = await firstMoves(platform, false)
  const ready = await firstMoves(platform, true)
  const many = await manyMoves(platform)
  const left = (of: keyof ScriptData) => (many.after[of] - many.before[of]) / (MOVES + 2 * LOOKS)
  return [
    rowOf('first move from the dashboard to a page of the kit, not made ready', cold.there, false),
    rowOf('… the first move, made ready', ready.there),
    rowOf('… and back to the dashboard', ready.back),
    rowOf(`${MOVES} moves between the two`, many.times),
    {
      what: `objects that each of these moves left, after ${SETTLED_MOVES} before them`,
      value: left('objects').toFixed(2),
      goal: `under ${MAX_OBJECTS_EACH}`,
      met: left('objects') < MAX_OBJECTS_EACH,
    },
    {
      what: '… bytes of data of scripts that each left, without compiled code',
      value: left('bytes').toFixed(0),
      goal: `at most ${MAX_BYTES_EACH}`,
      met: left('bytes') <= MAX_BYTES_EACH,
      figures: [{ name: `data of scripts after ${MOVES} moves more`, unit: 'bytes', values: [many.after.bytes] }],
    },
    {
      what: `… the whole heap with compiled code: before, each ${MOVES / 4} moves, and after`,
      value: many.heaps.map((bytes) => (bytes / 1e6).toFixed(2)).join(', ') + ' MB',
    },
  ]
}

export const movesSection: Section = { name: 'moves', run: () => withDemoPlatform(measure, { SIDEBAR_DEMO: 'on' }) }
