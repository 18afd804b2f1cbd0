import type { Client } from 'pg'
import { connectClient, dropClient, limited } from './postgres-pool.ts'

export type Listener = { close(): Promise<void> }

/** Milliseconds before a reconnect, doubled up to the last value. */
const FIRST_RETRY_MS = 250
const LAST_RETRY_MS = 5000
/** Milliseconds between pings, and per answer: a dead connection brings no notice. */
const PING_EVERY_MS = 3000
const PING_LIMIT_MS = 3000

/**
 * Runs `onNotice` at each NOTIFY and after each reconnect, because notices may be lost. Never
 * rejects: it reconnects after at most 5 s, and notices a dead connection within 6 s.
 */
export const listenToPostgres = (url: string, channel: string, onNotice: () => void): Listener => {
  let client: Client | undefined
  let timer: NodeJS.Timeout | undefined
  let delayMs = FIRST_RETRY_MS
  let closed = false

  const later = (work: () => Promise<void>, ms: number) => {
    if (!closed) timer = setTimeout(() => void work(), ms).unref()
  }
  const again = () => {
    client = undefined
    clearTimeout(timer)
    later(connect, delayMs)
    delayMs = Math.min(delayMs * 2, LAST_RETRY_MS)
  }
  const ping = async (): Promise<void> => {
    const pinged = client
    if (pinged === undefined) return
    try {
      await limited(pinged, PING_LIMIT_MS, () => pinged.query('SELECT 1'))
      later(ping, PING_EVERY_MS)
    } catch {
      // Its end is what makes the next one.
      dropClient(pinged)
    }
  }
  const connect = async (): Promise<void> => {
    try {
      const next = await connectClient(url)
      if (closed) return dropClient(next)
      client = next
      next.on('notification', onNotice)
      next.once('end', again)
      await limited(next, PING_LIMIT_MS, () => next.query(`LISTEN ${channel}`))
      delayMs = FIRST_RETRY_MS
      onNotice()
      later(ping, PING_EVERY_MS)
    } catch {
      if (client === undefined) again()
      else dropClient(client)
    }
  }
  void connect()

  return {
    close: async () => {
      closed = true
      clearTimeout(timer)
      client?.removeListener('end', again)
      await client?.end().catch(() => undefined)
    },
  }
}
