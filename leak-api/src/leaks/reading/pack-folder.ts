import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { leakFolder } from './walk-leak.ts'

const BLOCK_BYTES = 512
const BUFFER_BYTES = 256 * 1024
const MAX_NAME_BYTES = 100
const MAX_FILE_BYTES = 8 * 1024 ** 3 - 1
const LONG_NAME = '././@LongLink'

const padding = (bytes: number) => Buffer.alloc((BLOCK_BYTES - (bytes % BLOCK_BYTES)) % BLOCK_BYTES)

/** No day or owner: equal files get equal headers. */
const headerOf = (name: string, bytes: number, type: '0' | 'L'): Buffer => {
  const header = Buffer.alloc(BLOCK_BYTES)
  header.write(name.slice(0, MAX_NAME_BYTES), 0)
  header.write('0000600\0', 100)
  header.write(`${bytes.toString(8).padStart(11, '0')} `, 124)
  header.write('00000000000 ', 136)
  header.write(' '.repeat(8), 148)
  header.write(type, 156)
  header.write('ustar  \0', 257)
  const sum = header.reduce((total, byte) => total + byte, 0)
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
  return header
}

/** Puts an overlong name first, like GNU tar. */
function* headers(name: string, bytes: number): Generator<Buffer> {
  const whole = Buffer.from(`${name}\0`)
  if (whole.length > MAX_NAME_BYTES) {
    yield headerOf(LONG_NAME, whole.length, 'L')
    yield whole
    yield padding(whole.length)
  }
  yield headerOf(name, bytes, '0')
}

/** In one order. Rejects when a file changes during reading. */
export async function* packFolder(given: string): AsyncGenerator<Buffer> {
  const { root = basename(given), folder = given, paths = [] } = (await leakFolder(given)) ?? {}
  for (const path of paths) {
    const file = join(folder, path)
    const { size } = await stat(file)
    if (size > MAX_FILE_BYTES) throw new Error(`${path}: has more than 8 GiB; import it alone`)
    yield* headers(`${root}/${path}`, size)
    let read = 0
    for await (const chunk of createReadStream(file, { highWaterMark: BUFFER_BYTES })) {
      read += chunk.length
      yield chunk
    }
    if (read !== size) throw new Error(`${path}: the file was changed while it was read; import it again`)
    yield padding(size)
  }
  yield Buffer.alloc(2 * BLOCK_BYTES)
}
