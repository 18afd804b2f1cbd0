import { Readable } from 'node:stream'
import { createClientShares } from '@atalaia/server'
import type { Clock } from '../../base/clock.ts'
import { repeat, type Repeated } from '../../base/repeat.ts'
import type { FindRevisions } from './revisions.ts'

export type StreamOwner = {
  readonly sessionId: string
  readonly organisationId: string
  readonly generation: number
}

export type FindOpen = <Owner extends StreamOwner>(owners: readonly Owner[]) => Promise<ReadonlySet<Owner>>

type Stream = StreamOwner & {
  readonly until: number
  readonly body: Readable
  readonly leave: () => void
  revision?: string
  writtenAt: number
}

export type Streams = {
  /** `undefined`: too many. */
  open(owner: StreamOwner & { readonly until: number }): Readable | undefined
  close(): Promise<void>
}

// Polls: poolers such as PgBouncer drop LISTEN, and one poll sees ended sessions too.
const LOOK_EVERY_MS = 500
const HEARTBEAT_MS = 20_000
// `guardRequests` ends an answer after 5 minutes.
const LONGEST_MS = 240_000
// A browser has one; a reconnection may overtake the end of the one before.
const PER_SESSION = 4
const SHARES = { perClient: 500, total: 5000 }

export type StreamsParts = {
  readonly findRevisions: FindRevisions
  readonly findOpen: FindOpen
  readonly clock: Clock
  readonly onFailure: (error: unknown) => void
}

/** A database's failure ends all streams (P-API-106). */
export const createStreams = ({ findRevisions, findOpen, clock, onFailure }: StreamsParts): Streams => {
  const streams = new Set<Stream>()
  const shares = createClientShares(SHARES)
  let looking: Repeated | undefined
  let closed = false

  const end = (stream: Stream) => {
    if (!streams.delete(stream)) return
    stream.leave()
    stream.body.push(null)
    if (streams.size > 0) return
    void looking?.close()
    looking = undefined
  }
  const endAll = () => {
    for (const stream of streams) end(stream)
  }
  const write = (stream: Stream, text: string) => {
    stream.body.push(text)
    stream.writtenAt = clock().getTime()
  }

  const look = async () => {
    const looked = [...streams]
    if (looked.length === 0) return
    const open = await findOpen(looked)
    const revisions = await findRevisions([...new Set(looked.map(({ organisationId }) => organisationId))])
    const now = clock().getTime()
    for (const stream of looked) {
      if (!streams.has(stream)) continue
      const revision = revisions.get(stream.organisationId)
      if (!open.has(stream) || now >= stream.until) end(stream)
      else if (revision !== undefined && revision !== stream.revision) {
        stream.revision = revision
        write(stream, `event: numeros\ndata: ${revision}\n\n`)
      } else if (now - stream.writtenAt >= HEARTBEAT_MS) write(stream, ':\n\n')
    }
  }

  return {
    open: ({ sessionId, organisationId, generation, until }) => {
      const same = [...streams].filter((stream) => stream.sessionId === sessionId)
      for (const stream of same.slice(0, Math.max(0, same.length - PER_SESSION + 1))) end(stream)
      const body = new Readable({ read: () => undefined })
      const now = clock().getTime()
      const leave = shares.take(organisationId, () => end(stream))
      const stream: Stream = {
        sessionId,
        organisationId,
        generation,
        until: Math.min(until, now + LONGEST_MS),
        body,
        leave: () => leave?.(),
        writtenAt: now,
      }
      if (leave === undefined) return undefined
      streams.add(stream)
      body.once('close', () => end(stream))
      // The client sees at once that it is connected.
      body.push(':\n\n')
      if (closed) end(stream)
      else
        looking ??= repeat({
          everyMs: LOOK_EVERY_MS,
          work: look,
          onFailure: (error) => {
            endAll()
            onFailure(error)
          },
        })
      return body
    },
    close: async () => {
      closed = true
      const running = looking
      endAll()
      await running?.close()
    },
  }
}
