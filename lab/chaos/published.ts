import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { PRODUCT_ROUTES, remoteBase } from '@atalaia/contracts'
import { addressIn, send } from './http.ts'
import { PUBLISHED, type Remotes, type Stage } from './stage.ts'

const FROM = addressIn(19, 0)
const NOTICE_MS = 10_000
const LOOK_EVERY_MS = 250
const FILE_EVERY_MS = 1000

export const promote = async (remotes: Remotes, version: string): Promise<void> => {
  const { code, output } = await remotes('promote', PUBLISHED.name, version, '--force', '--reason', 'for the attacks')
  if (code !== 0) throw new Error(`the promotion of ${version} ended with ${code}: ${output}`)
}

/** Fault if pages lack `version` after 10 s. */
export const notServed = async ({ url }: Stage, version: string): Promise<readonly string[]> => {
  const end = performance.now() + NOTICE_MS
  do {
    const { body } = await send({ url: `${url}${PRODUCT_ROUTES.login}`, from: FROM })
    if (body.includes(remoteBase(PUBLISHED.name, version))) return []
    await wait(LOOK_EVERY_MS)
  } while (performance.now() < end)
  return [`pages have not got version ${version} after ${NOTICE_MS / 1000} s`]
}

/** Asks each second until `signal` aborts; accepts the file or a 503. */
export const wrongFileAnswers = async ({ url }: Stage, signal: AbortSignal): Promise<readonly string[]> => {
  const file = `${url}${remoteBase(PUBLISHED.name, PUBLISHED.now)}remote.json`
  const statuses = new Set<number>()
  while (!signal.aborted) {
    statuses.add((await send({ url: file, from: FROM })).status)
    await wait(FILE_EVERY_MS, undefined, { signal }).catch(() => undefined)
  }
  const wrong = [...statuses].filter((status) => status !== 200 && status !== 503)
  return wrong.length > 0 ? [`a file was answered with ${wrong.join(', ')}, where 503 is right`] : []
}

export const untilAborted = async (signal: AbortSignal): Promise<void> => {
  if (!signal.aborted) await once(signal, 'abort')
}
