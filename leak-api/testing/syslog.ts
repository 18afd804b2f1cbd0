import { once } from 'node:events'
import { createServer, type TLSSocket } from 'node:tls'
import parse from 'nsyslog-parser'
import { generate } from 'selfsigned'
import { object, record, string } from 'zod/mini'

type Manner = 'reads' | 'resets' | 'closes' | 'is-silent'

const messageSchema = object({
  host: string(),
  appName: string(),
  messageid: string(),
  cef: object({ deviceEventClassID: string(), severity: string() }),
  fields: record(string(), string()),
})

const messagesIn = (bytes: Buffer): readonly string[] => {
  const messages: string[] = []
  for (let at = 0; at < bytes.length;) {
    const space = bytes.indexOf(' ', at)
    const length = Number(bytes.subarray(at, space).toString())
    if (!(length > 0)) throw new Error(`no frame at ${at}: ${bytes.subarray(at, at + 40)}`)
    messages.push(bytes.subarray(space + 1, space + 1 + length).toString('utf8'))
    at = space + 1 + length
  }
  return messages
}

export const makeCertificate = async (name: string) => {
  const { cert, private: key } = await generate([{ name: 'commonName', value: name }], {
    extensions: [{ name: 'subjectAltName', altNames: [{ type: 2, value: name }] }],
  })
  return { cert, key }
}

export const startSyslog = async (certificate: { readonly cert: string; readonly key: string }, asksFor?: string) => {
  const received: string[] = []
  const manner: { now: Manner } = { now: 'reads' }
  const sockets = new Set<TLSSocket>()
  const server = createServer({
    ...certificate,
    ...(asksFor !== undefined && { requestCert: true, rejectUnauthorized: true, ca: asksFor }),
  })
  server.on('secureConnection', (socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket))
    const parts: Buffer[] = []
    if (manner.now === 'closes') socket.end()
    socket.on('data', (part) => {
      parts.push(part)
      if (manner.now === 'resets') socket.destroy()
    })
    if (manner.now === 'reads') socket.on('end', () => received.push(...messagesIn(Buffer.concat(parts))))
    // A TLS socket answers the end of the other side with its own, but for one that is paused.
    if (manner.now === 'is-silent') socket.pause()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  return {
    port: typeof address === 'object' ? (address?.port ?? 0) : 0,
    manner,
    received,
    take: () => received.splice(0).map((message) => messageSchema.parse(parse(message))),
    stop: () =>
      new Promise<void>((resolve) => {
        for (const socket of sockets) socket.destroy()
        server.close(() => resolve())
      }),
  }
}
