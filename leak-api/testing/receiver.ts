import { createHmac, timingSafeEqual } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'

export type ReceivedCall = {
  readonly id: string
  readonly event: string
  readonly signature: string
  readonly body: string
}

/** Real webhook server. `answer.status` answers the next calls. */
export const startReceiver = async () => {
  const received: ReceivedCall[] = []
  const answer: { status: number; headers: Record<string, string> } = { status: 204, headers: {} }
  const server = createServer((request, response) => {
    const { headers } = request
    void text(request).then((body) => {
      received.push({
        id: String(headers['atalaia-delivery']),
        event: String(headers['atalaia-event']),
        signature: String(headers['atalaia-signature']),
        body,
      })
      response.writeHead(answer.status, answer.headers).end()
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : 0
  return {
    url: `http://127.0.0.1:${port}/webhook`,
    received,
    answer,
    stop: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

const TOLERANCE_SECONDS = 300

/** Whether a call is from who has the secret, and of these minutes: as docs/reference/api.md tells receivers to look. */
export const isGenuine = (secret: string, signature: string, body: string, now: Date): boolean => {
  const parts = signature.split(',').map((part) => part.split('='))
  const time = Number(parts.find(([name]) => name === 't')?.[1])
  if (!(Math.abs(now.getTime() / 1000 - time) <= TOLERANCE_SECONDS)) return false
  const expected = createHmac('sha256', secret).update(`${time}.${body}`).digest()
  return parts.some(([name, value = '']) => {
    const given = Buffer.from(value, 'hex')
    return name === 'v1' && given.length === expected.length && timingSafeEqual(given, expected)
  })
}
