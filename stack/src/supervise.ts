import { setTimeout as sleep } from 'node:timers/promises'
import type { End, Listening, Service } from './service.ts'

const MAX_RESTARTS = 5
const WINDOW_MS = 60_000
const FIRST_DELAY_MS = 500
const MAX_DELAY_MS = 8000

export type SuperviseOptions = {
  readonly name: string
  /** `before`: last address, for reuse. */
  readonly start: (before?: Listening) => Service
  readonly log: (line: string) => void
  /** Monotonic milliseconds. Default: this process's. */
  readonly now?: () => number
  readonly wait?: (milliseconds: number) => Promise<unknown>
}

/**
 * Restarts a server that ended after listening: after 0.5 s, then twice as long each time, at most
 * 8 s. `listening` is the first start's, which is not repeated. After the fifth restart within a
 * minute, resolves `ended` (M-START-1).
 */
export const supervise = ({
  name,
  start,
  log,
  now = () => performance.now(),
  wait = sleep,
}: SuperviseOptions): Service => {
  let service = start()
  let stopping = false
  const { listening } = service

  const watch = async (): Promise<End> => {
    let before: Listening
    try {
      before = await listening
    } catch {
      return service.ended
    }
    const restarts: number[] = []
    for (;;) {
      const end = await service.ended
      if (stopping) return end
      while (restarts[0] !== undefined && now() - restarts[0] >= WINDOW_MS) restarts.shift()
      if (restarts.length >= MAX_RESTARTS)
        return { name, reason: `${end.reason}, after ${MAX_RESTARTS} restarts within a minute` }
      const delay = Math.min(FIRST_DELAY_MS * 2 ** restarts.length, MAX_DELAY_MS)
      restarts.push(now())
      log(`${name} ${end.reason}: it is started again in ${delay / 1000} s`)
      await wait(delay)
      if (stopping) return end
      service = start(before)
      void service.listening.then(
        () => log(`${name} runs again`),
        () => undefined,
      )
    }
  }
  const stop = async () => {
    stopping = true
    await service.stop()
  }
  return { listening, ended: watch(), stop, kill: () => service.kill() }
}
