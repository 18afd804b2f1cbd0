import { currentReleaseSchema, type Unsubscribe } from '@atalaia/contracts'
import type { Ports } from './ports.ts'

export type WatchOptions = Pick<Ports, 'fetch' | 'clock'> & {
  /** Id of the page's own release. */
  readonly id: string
  readonly address: string
  readonly isVisible: () => boolean
  readonly onVisible: (listener: () => void) => Unsubscribe
  /** Called with the id that a reload would bring; with `undefined` once that is the page's own again. */
  readonly onChange: (newer: string | undefined) => void
}

const INTERVAL_MS = 60_000

/** The shortest time between two requests when the page becomes visible again and again. */
const MIN_INTERVAL_MS = 5_000

/**
 * Asks which release a reload would bring: every 60 s, and when the page becomes visible (M-RELEASE-8). A hidden page
 * sends no request, and a request that fails changes nothing. Returns a function that stops it.
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
    clock.after(INTERVAL_MS, () => {
      if (options.isVisible()) void ask()
      cancel = later()
    })
  let cancel = later()

  const unsubscribe = options.onVisible(() => {
    if (clock.now() - asked >= MIN_INTERVAL_MS) void ask()
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
