import { currentReleaseSchema, type Unsubscribe } from '@atalaia/contracts'
import type { Clock } from '../ports.ts'

export type WatchOptions = {
  /** Id of the page's own release. */
  readonly id: string
  readonly address: string
  readonly fetch: typeof fetch
  readonly clock: Clock
  readonly isVisible: () => boolean
  readonly onVisible: (listener: () => void) => Unsubscribe
  /** Told the id that a reload would bring, and `undefined` when that is the page's own again. */
  readonly onChange: (newer: string | undefined) => void
}

/** Milliseconds between two questions. */
const interval = 60_000

/**
 * Asks every 60 s, and whenever the page becomes visible, which release a reload would bring. A page that nobody
 * sees asks nothing; an answer that does not come, or is none, changes nothing.
 */
export const watchRelease = (options: WatchOptions): Unsubscribe => {
  const { id, clock, onChange } = options
  let newer: string | undefined
  let asked = clock.now()
  let ended = false

  const ask = async () => {
    asked = clock.now()
    const current = await currentRelease(options)
    const next = current === id ? undefined : current
    if (ended || current === undefined || next === newer) return
    newer = next
    onChange(next)
  }

  const later = (): Unsubscribe =>
    clock.after(interval, () => {
      if (options.isVisible()) void ask()
      cancel = later()
    })
  let cancel = later()

  // Switching back and forth is no reason to ask each time.
  const unsubscribe = options.onVisible(() => {
    if (clock.now() - asked >= 5_000) void ask()
  })
  return () => {
    ended = true
    cancel()
    unsubscribe()
  }
}

const currentRelease = async ({ fetch, address }: WatchOptions): Promise<string | undefined> => {
  try {
    const response = await fetch(address, { cache: 'no-store' })
    if (!response.ok) return undefined
    const parsed = currentReleaseSchema.safeParse(await response.json())
    return parsed.success ? parsed.data.id : undefined
  } catch {
    return undefined
  }
}
