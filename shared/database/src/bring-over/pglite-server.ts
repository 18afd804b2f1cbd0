import { randomBytes } from 'node:crypto'
import { createRequire } from 'node:module'
import { createServer, type Socket } from 'node:net'
import { custom, object } from 'zod/mini'

type Pglite = { exec(sql: string): Promise<unknown>; execProtocolRaw(message: Uint8Array): Promise<Uint8Array> }
const pgliteSchema = object({
  PGlite: custom<{ create(folder: string): Promise<Pglite> }>((value) => typeof value === 'function'),
})

const TERMINATE = 'X'.charCodeAt(0)

/** Splits bytes into protocol messages; the first has no type letter. */
const createMessages = () => {
  let rest = Buffer.alloc(0)
  let isFirst = true
  return (bytes: Buffer): Buffer[] => {
    rest = Buffer.concat([rest, bytes])
    const messages: Buffer[] = []
    for (;;) {
      const letter = isFirst ? 0 : 1
      if (rest.length < letter + 4) return messages
      const end = letter + rest.readUInt32BE(letter)
      if (rest.length < end) return messages
      messages.push(rest.subarray(0, end))
      rest = rest.subarray(end)
      isFirst = false
    }
  }
}

process.on('disconnect', () => process.exit(1))

const [engine = '', data = ''] = process.argv.slice(2)
const { PGlite } = pgliteSchema.parse(createRequire(import.meta.url)(engine))
const database = await PGlite.create(data)
// Any user of this machine reaches the port; the secret comes as the connection's name.
const secret = randomBytes(16).toString('hex')

const serve = (socket: Socket) => {
  const cut = createMessages()
  let isKnown = false
  let work = Promise.resolve()
  const answer = async (message: Buffer): Promise<void> => {
    if (!isKnown && message.includes(`\0${secret}\0`)) {
      isKnown = true
      // PGlite has one session for all connections.
      await database.exec('ROLLBACK')
      await database.exec('DISCARD ALL')
    }
    if (!isKnown || message[0] === TERMINATE) socket.destroy()
    if (!socket.destroyed) socket.write(await database.execProtocolRaw(message))
  }
  socket.on('error', () => undefined)
  socket.on('data', (bytes) => {
    for (const message of cut(bytes)) work = work.then(() => answer(message)).catch(() => void socket.destroy())
  })
}

const server = createServer(serve).listen(0, '127.0.0.1', () => {
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  process.send?.(`postgresql://postgres@127.0.0.1:${port}/postgres?application_name=${secret}`)
})
