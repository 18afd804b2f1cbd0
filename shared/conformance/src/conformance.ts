import { setTimeout as wait } from 'node:timers/promises'
import type { Browser, BrowserContext } from '@playwright/test'
import { checks } from './checks/checks.ts'
import type { Door } from './door.ts'
import { installRecorder } from './recorder/install.ts'
import { openHarness, type Harness } from './harness/harness.ts'
import { firstLineOf } from './harness/portal.ts'
import { LOADING_MS } from './harness/until.ts'
import type { Check, CheckPlace, Verdict } from './verdict.ts'

export type Result = {
  readonly id: string
  readonly chapter: Check['chapter']
  readonly promise: string
  readonly verdict: Verdict
}

export type ConformanceOptions = {
  readonly browser: Browser
  readonly url: string
  /** Default: `element`. */
  readonly door?: Door
  /** Ids of checks. Default: all. Checks of the whole run see less. */
  readonly only?: readonly string[]
  /** Selector of a control that removes the element, and restores it. */
  readonly toggle?: string
  /** Time for a promise after loading. Default: 12 s. */
  readonly patienceMs?: number
  readonly report?: (result: Result) => void
  /** Before the first page. Tests break the embed's files here. */
  readonly prepare?: (context: BrowserContext) => Promise<void>
}

const judge = async (check: Check, harness: Harness): Promise<Verdict> => {
  const silent = check.notAt?.[harness.door]
  if (silent !== undefined) return { kind: 'not applicable', why: silent, known: true }
  try {
    return await check.run(harness)
  } catch (error) {
    return { kind: 'not kept', why: firstLineOf(error) }
  }
}

const startChecks = (chosen: readonly Check[], harness: Harness): ReadonlyMap<Check, Promise<Verdict>> => {
  const verdicts = new Map<Check, Promise<Verdict>>()
  const start = (check: Check, after: Promise<unknown>): Promise<unknown> => {
    const verdict = after.then(() => judge(check, harness))
    verdicts.set(check, verdict)
    return verdict
  }
  const inTurn = (some: readonly Check[], after: Promise<unknown>) =>
    some.reduce((before, check) => start(check, before), after)
  const of = (wanted: CheckPlace) => chosen.filter(({ place = 'page' }) => place === wanted)

  const now = Promise.resolve()
  const beside = of('beside').map((check) => start(check, now))
  const normalUse = inTurn(
    of('page').filter(({ chapter }) => chapter === 'good guest'),
    now,
  )
  // A misuse counts the messages in the console, which do not say whose they are.
  const misuse = inTurn(
    of('page').filter(({ chapter }) => chapter === 'bad use'),
    Promise.all([normalUse, ...beside]),
  )
  const tabs = inTurn(of('tabs'), now)
  inTurn(of('afterwards'), Promise.all([misuse, tabs]))
  return verdicts
}

const ACTION_LIMIT_MS = 120_000
const CLOSE_LIMIT_MS = 30_000

/** Throws `UnusablePage` when the page does not open or embeds nothing. */
export const runConformance = async (options: ConformanceOptions): Promise<readonly Result[]> => {
  const { browser, url, door = 'element', only, toggle, patienceMs = LOADING_MS, report, prepare } = options
  const context = await browser.newContext({ locale: 'pt-BR', viewport: { width: 1280, height: 900 } })
  // A runner of tests may have set none.
  context.setDefaultTimeout(ACTION_LIMIT_MS)
  try {
    await installRecorder(context, door)
    await prepare?.(context)
    const harness = await openHarness(context, { url, door, toggle, patienceMs })
    const results: Result[] = []
    const chosen = checks.filter(({ id }) => !only || only.includes(id))
    const verdicts = startChecks(chosen, harness)
    for (const check of chosen) {
      const { id, chapter, promise } = check
      const verdict = await verdicts.get(check)
      if (!verdict) continue
      const result = { id, chapter, promise, verdict }
      results.push(result)
      report?.(result)
    }
    return results
  } finally {
    // Requests that are still under way are of no interest any more.
    for (const holder of [...context.pages(), context]) await holder.unrouteAll({ behavior: 'ignoreErrors' })
    // A browser that hangs takes no result away.
    await Promise.race([context.close(), wait(CLOSE_LIMIT_MS, undefined, { ref: false })])
  }
}
