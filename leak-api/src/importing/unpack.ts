import { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'

const isGzip = (head: Buffer) => head[0] === 0x1f && head[1] === 0x8b

async function* withHead(head: readonly Buffer[], rest: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  yield* head
  for (let next = await rest.next(); next.done !== true; next = await rest.next()) yield next.value
}

/** The content of a file that may be packed with gzip; its first bytes tell, not its name. */
export async function* unpack(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const rest = chunks[Symbol.asyncIterator]()
  const head: Buffer[] = []
  let size = 0
  while (size < 2) {
    const next = await rest.next()
    if (next.done === true) break
    head.push(next.value)
    size += next.value.length
  }
  const whole = withHead(head, rest)
  if (!isGzip(Buffer.concat(head))) {
    yield* whole
    return
  }
  const packed = Readable.from(whole)
  const gunzip = createGunzip({ chunkSize: 65_536 })
  packed.on('error', (error) => gunzip.destroy(error))
  yield* packed.pipe(gunzip)
}
