import { Client } from 'pg'

export type Listener = { close(): Promise<void> }

/** Milliseconds until a lost connection is tried again. */
const RETRY = 1000

/**
 * Calls `onNotice` on each NOTIFY on `channel`, and after each new connection, because notices that came while there
 * was none are lost. Never rejects: a server that is away is tried again every second.
 */
export const listenToPostgres = (url: string, channel: string, onNotice: () => void): Listener => {
  let client: Client | undefined
  let timer: NodeJS.Timeout | undefined
  let closed = false

  const again = () => {
    client = undefined
    if (!closed) timer ??= setTimeout(connect, RETRY).unref()
  }
  const connect = () => {
    timer = undefined
    const next = new Client({ connectionString: url, keepAlive: true })
    client = next
    next.on('notification', onNotice)
    next.on('error', () => undefined)
    next.once('end', again)
    next
      .connect()
      .then(() => next.query(`LISTEN ${channel}`))
      .then(onNotice)
      .catch(() => next.end().then(again, again))
  }
  connect()

  return {
    close: async () => {
      closed = true
      clearTimeout(timer)
      await client?.end().catch(() => undefined)
    },
  }
}
