import type { Browser, BrowserContext } from '@playwright/test'
import { checks } from './checks/checks.ts'
import { installRecorder } from './recorder/install.ts'
import { openStage, type Stage } from './stage/stage.ts'
import type { Check, Verdict } from './verdict.ts'

export type Result = {
  readonly id: string
  readonly chapter: Check['chapter']
  readonly promise: string
  readonly verdict: Verdict
}

export type ConformanceOptions = {
  readonly browser: Browser
  readonly url: string
  /** Ids of checks; all by default. Those that judge what others did see less then. */
  readonly only?: readonly string[]
  /** Told of each result as it comes. */
  readonly report?: (result: Result) => void
  /** For whoever breaks the embed on purpose: may route what the portal's pages ask for. */
  readonly prepare?: (context: BrowserContext) => Promise<void>
}

const judge = async (check: Check, stage: Stage): Promise<Verdict> => {
  try {
    return await check.run(stage)
  } catch (error) {
    const why = error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error)
    return { kind: 'not kept', why }
  }
}

/** Looks at each promise on a portal's page; throws `UnusablePage` when there is nothing to look at. */
export const runConformance = async (options: ConformanceOptions): Promise<readonly Result[]> => {
  const { browser, url, only, report, prepare } = options
  const context = await browser.newContext({ locale: 'pt-BR', viewport: { width: 1280, height: 900 } })
  try {
    await installRecorder(context)
    await prepare?.(context)
    const stage = await openStage(context, url)
    const results: Result[] = []
    for (const check of checks.filter(({ id }) => !only || only.includes(id))) {
      const { id, chapter, promise } = check
      const result = { id, chapter, promise, verdict: await judge(check, stage) }
      results.push(result)
      report?.(result)
    }
    return results
  } finally {
    // What is still asked for is of no interest any more.
    for (const holder of [...context.pages(), context]) await holder.unrouteAll({ behavior: 'ignoreErrors' })
    await context.close()
  }
}
