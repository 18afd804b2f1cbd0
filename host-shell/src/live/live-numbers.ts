import { API_BASE, EVENTS_PATH, type Bus } from '@atalaia/contracts'
import type { Session } from '@atalaia/kernel'

const NAME = 'atalaia.numbers'
const REVISION = /^data: ?([\w-]{1,64})$/m
const ASK = ''
// The server writes each 20 s.
const SILENCE_MS = 45_000
// A shorter stream counts as a failure.
const SOUND_MS = 10_000
const [FIRST_WAIT_MS, LONGEST_WAIT_MS] = [1000, 60_000]
const MAX_EVENT_LENGTH = 4096

type LiveParts = {
  readonly bus: Bus
  readonly session: Pick<Session, 'state' | 'ready'>
  readonly fetch: typeof fetch
  readonly isHidden: () => boolean
}

const read = async (body: ReadableStream<Uint8Array<ArrayBuffer>>, heard: (revision?: string) => void) => {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  for (;;) {
    const { value, done } = await reader.read()
    if (done) return
    heard()
    const events = (text + value).split('\n\n')
    text = (events.pop() ?? '').slice(-MAX_EVENT_LENGTH)
    for (const event of events) {
      const [, revision] = REVISION.exec(event) ?? []
      if (revision) heard(revision)
    }
  }
}

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })

/** One visible page connects for all (P-DASH-106). */
export const createLiveNumbers = ({ bus, session, fetch, isHidden }: LiveParts): { look(): void } => {
  let known: string | undefined
  let holds = false
  let running: { readonly who: string; readonly ends: AbortController } | undefined
  const channel = 'BroadcastChannel' in globalThis ? new BroadcastChannel(NAME) : undefined

  const tell = (text: string) => {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has one origin
    channel?.postMessage(text)
  }
  const show = () => {
    if (known !== undefined && !isHidden()) bus.publish('numbers:changed', { revision: known })
  }
  channel?.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (data === ASK && holds && known !== undefined) tell(known)
    if (typeof data !== 'string' || data === ASK) return
    known = data
    show()
  })

  // False: there are no events for this session.
  const connect = async (signal: AbortSignal): Promise<boolean> => {
    await session.ready()
    const state = session.state()
    if (state.status !== 'active' || signal.aborted) return false
    const silence = new AbortController()
    let timer: ReturnType<typeof setTimeout> | undefined
    const alive = () => {
      clearTimeout(timer)
      timer = setTimeout(() => silence.abort(), SILENCE_MS)
    }
    alive()
    try {
      const answer = await fetch(API_BASE + EVENTS_PATH, {
        headers: { Accept: 'text/event-stream', Authorization: `Bearer ${state.token}` },
        cache: 'no-store',
        signal: AbortSignal.any([signal, silence.signal]),
      })
      if ([204, 403, 404].includes(answer.status)) return false
      if (!answer.ok || !answer.body) throw new Error(String(answer.status))
      await read(answer.body, (revision) => {
        alive()
        if (revision === undefined) return
        known = revision
        tell(revision)
        show()
      })
      return true
    } finally {
      clearTimeout(timer)
    }
  }

  const hold = async (signal: AbortSignal): Promise<void> => {
    holds = true
    let waitMs = FIRST_WAIT_MS
    while (!signal.aborted) {
      const began = Date.now()
      const hasEvents = await connect(signal).catch(() => undefined)
      if (hasEvents === false) break
      waitMs = Date.now() - began >= SOUND_MS ? FIRST_WAIT_MS : Math.min(waitMs * 2, LONGEST_WAIT_MS)
      // All pages lose a server that stops in the same moment.
      if (!signal.aborted) await pause(Math.random() * waitMs, signal)
    }
    holds = false
  }

  const seer = (): string | undefined => {
    const state = session.state()
    if (state.status !== 'active' || isHidden()) return undefined
    return `${state.user.email} ${state.organisation?.id}`
  }

  const look = () => {
    const who = seer()
    if (who === running?.who) return
    running?.ends.abort()
    running = undefined
    if (who === undefined) return
    const ends = new AbortController()
    running = { who, ends }
    show()
    tell(ASK)
    const work = () => hold(ends.signal)
    const held = 'locks' in navigator ? navigator.locks.request(NAME, { signal: ends.signal }, work) : work()
    // Aborted before its turn.
    held.catch(() => undefined)
  }
  return { look }
}

// The page has its first screen, and all that comes after it.
const BEGIN_AFTER_MS = 3000
let isFollowed = false

export const followNumbers = (bus: Bus, session: Session): void => {
  if (isFollowed) return
  isFollowed = true
  setTimeout(() => {
    const { look } = createLiveNumbers({ bus, session, fetch: (...request) => fetch(...request), isHidden })
    bus.subscribe('session:changed', look)
    document.addEventListener('visibilitychange', look)
  }, BEGIN_AFTER_MS)
}

const isHidden = () => document.hidden
