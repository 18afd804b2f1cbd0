import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { basename, resolve } from 'node:path'
import type { Config } from '../config.ts'
import type { Order } from './arguments.ts'
import { createProgress, type ProgressScreen } from './progress.ts'
import { portalJson, portalText } from './portal-text.ts'
import { resultText, sourcesText } from './result-text.ts'
import { findWay, type Way } from './ways.ts'
import { codeOf } from '../error-facts.ts'

export type Screens = { readonly out: ProgressScreen; readonly err: ProgressScreen }
type ImportOrder = Extract<Order, { kind: 'import' }>

const FAILED = 1
const INTERRUPTED = 130
const BUFFER = 256 * 1024

/** The file's size, or why it cannot be imported. */
const inspect = async (path: string): Promise<number | string> => {
  try {
    const about = await stat(path)
    return about.isFile() ? about.size : `${path}: is no file`
  } catch (error) {
    const code = codeOf(error)
    return code === 'ENOENT' ? `${path}: no such file` : `${path}: cannot be read (${String(code)})`
  }
}

const importFile = async (way: Way, order: ImportOrder, screens: Screens, about: { path: string; size: number }) => {
  const stop = new AbortController()
  const interrupt = () => stop.abort(new Error('interrupted'))
  process.once('SIGINT', interrupt).once('SIGTERM', interrupt)
  const fileName = basename(about.path)
  const progress = createProgress(screens.err, about.size)
  const content = createReadStream(about.path, { highWaterMark: BUFFER })
  try {
    const { source, date } = order
    const outcome = await way.upload({ content, fileName, source, date, signal: stop.signal }, progress.show)
    progress.clear()
    if (outcome.kind === 'done') {
      screens.out.write(order.json ? `${JSON.stringify(outcome)}\n` : resultText(fileName, outcome))
      return 0
    }
    if (!stop.signal.aborted) screens.err.write(`leaks: ${outcome.message}\n`)
  } catch (error) {
    if (!stop.signal.aborted) throw error
  } finally {
    progress.clear()
    content.destroy()
  }
  if (!stop.signal.aborted) return FAILED
  screens.err.write('leaks: interrupted; what was written stays, run the same import again to finish it\n')
  return INTERRUPTED
}

type PortalRequest = Extract<Order, { kind: 'portal' }>

const runPortal = async (way: Way, { order, json }: PortalRequest, { out, err }: Screens): Promise<number> => {
  const answer = await way.portal(order)
  if (answer.kind === 'failed') {
    err.write(`leaks: ${answer.message}\n`)
    return FAILED
  }
  out.write(json ? `${JSON.stringify(portalJson(answer))}\n` : portalText(answer))
  return 0
}

/** Carries out an order and gives the exit code. */
export const runOrder = async (
  order: Extract<Order, { kind: 'import' | 'sources' | 'portal' }>,
  config: Config,
  screens: Screens,
): Promise<number> => {
  if (order.kind === 'import') {
    // npm changes to the package's folder and keeps the one where the person is.
    const path = resolve(process.env.INIT_CWD ?? '.', order.file)
    const size = await inspect(path)
    if (typeof size === 'string') {
      screens.err.write(`leaks: ${size}\n`)
      return FAILED
    }
    const way = await findWay(config)
    return importFile(way, order, screens, { path, size }).finally(() => way.close())
  }
  const way = await findWay(config)
  try {
    if (order.kind === 'portal') return await runPortal(way, order, screens)
    screens.out.write(sourcesText(await way.sources()))
    return 0
  } finally {
    await way.close()
  }
}
