import { Agent, request } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'

export type LoadOptions = {
  /** Calls a second, independent of earlier calls. */
  readonly rate: number
  readonly seconds: number
  readonly callOf: (number: number) => Call
}

export type Call = {
  readonly url: string
  readonly method?: 'GET' | 'POST'
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

export type LoadResult = {
  /** Milliseconds from each due time, ascending. */
  readonly times: readonly number[]
  readonly failures: number
}

const STEP = 5

/** Waiting time counts. */
export const steadyLoad = async ({ rate, seconds, callOf }: LoadOptions): Promise<LoadResult> => {
  const agent = new Agent({ keepAlive: true, maxSockets: 256 })
  const times: number[] = []
  let failures = 0
  const calls: Promise<void>[] = []
  const began = performance.now()
  const once = async (call: Call, due: number) => {
    const status = await send(call, agent).catch(() => 0)
    times.push(performance.now() - began - due)
    if (status < 200 || status >= 300) failures += 1
  }
  const all = rate * seconds
  while (calls.length < all) {
    const now = performance.now() - began
    while (calls.length < all && (calls.length * 1000) / rate <= now)
      calls.push(once(callOf(calls.length), (calls.length * 1000) / rate))
    await wait(STEP)
  }
  await Promise.all(calls)
  agent.destroy()
  return { times: times.toSorted((a, b) => a - b), failures }
}

/** Reads the whole answer, returns its status. `onBytes` gets the encoded size of each part. */
export const send = (
  { url, method = 'GET', headers = {}, body }: Call,
  agent?: Agent,
  onBytes?: (bytes: number) => void,
): Promise<number> =>
  new Promise((resolve, reject) => {
    const asked = request(url, { method, headers, ...(agent && { agent }) }, (answer) => {
      answer.on('data', (part: Buffer) => onBytes?.(part.length))
      answer.once('end', () => resolve(answer.statusCode ?? 0))
    })
    asked.once('error', reject)
    asked.end(body)
  })

/** `times` ascend. */
export const percentile = (times: readonly number[], share: number): number =>
  times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0
