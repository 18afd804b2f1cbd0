import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crc32, gzipSync } from 'node:zlib'
import SevenZip from '7z-wasm'
import { chunksOf } from '../../../testing/leak-content.ts'
import type { LeakFile, ReadBatch } from './credential.ts'
import { packFolder } from './pack-folder.ts'
import { readLeak } from './read-leak.ts'
import { walkLeak } from './walk-leak.ts'

const LINES = Array.from({ length: 40 }, (_, at) => `ana${at}@acme.com:senha-${at * 7919}`)
const TEXT = Buffer.from(`${LINES.join('\n')}\n`)

const folder = () => mkdtempSync(join(tmpdir(), 'leak-volumes-'))
const write = (at: string, files: Readonly<Record<string, Buffer | string>>) => {
  for (const [name, content] of Object.entries(files)) writeFileSync(join(at, name), content)
  return at
}
const read = async (files: AsyncIterable<LeakFile>) => {
  const batches: ReadBatch[] = []
  for await (const batch of readLeak(files)) batches.push(batch)
  return {
    count: batches.reduce((sum, { credentials }) => sum + credentials.length, 0),
    faults: batches.flatMap(({ faults }) => faults.map(({ place, reason }) => `${place}: ${reason}`)),
  }
}
async function* packed(path: string): AsyncGenerator<LeakFile> {
  const chunks: Buffer[] = []
  for await (const chunk of packFolder(path)) chunks.push(chunk)
  yield { path: 'leak', content: chunksOf(...chunks) }
}

const sevenZip = async (name: string, options: readonly string[]) => {
  const at = write(folder(), { 'combo.txt': TEXT })
  const { FS, NODEFS, callMain } = await SevenZip({ print: () => undefined })
  FS.mkdir('/work')
  FS.mount(NODEFS, { root: at }, '/work')
  FS.chdir('/work')
  callMain(['a', '-bso0', '-bsp0', ...options, name, 'combo.txt'])
  rmSync(join(at, 'combo.txt'))
  return at
}

const cut = (bytes: Buffer, size: number) =>
  Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) => bytes.subarray(at * size, (at + 1) * size))
const numbers = (...values: readonly (readonly [bytes: 1 | 2 | 4, value: number])[]) =>
  Buffer.concat(values.map(([bytes, value]) => Buffer.from(Uint32Array.of(value).buffer).subarray(0, bytes)))

const block = (type: number, flags: number, body: Buffer, data: Buffer = Buffer.alloc(0)) => {
  const head = Buffer.concat([numbers([1, type], [2, flags], [2, 7 + body.length]), body])
  return Buffer.concat([numbers([2, crc32(head) & 0xff_ff]), head, data])
}

/** RAR 4 without compression. */
const rarVolumes = (size: number): Buffer[] => {
  const parts = cut(TEXT, size)
  return parts.map((part, at) => {
    const isLast = at === parts.length - 1
    const name = Buffer.from('combo.txt')
    const flags = 0x80_00 | (at > 0 ? 1 : 0) | (isLast ? 0 : 2)
    const fields = numbers(
      [4, part.length],
      [4, TEXT.length],
      [1, 2],
      [4, crc32(isLast ? TEXT : part)],
      [4, 0x5a_00_00_00],
    )
    const file = Buffer.concat([fields, numbers([1, 20], [1, 0x30], [2, name.length], [4, 0x20]), name])
    return Buffer.concat([
      Buffer.from('Rar!\u001A\u0007\0', 'latin1'),
      block(0x73, 1 | 0x10 | (at === 0 ? 0x1_00 : 0), Buffer.alloc(6)),
      block(0x74, flags, file, part),
      block(0x7b, isLast ? 0 : 1, Buffer.alloc(0)),
    ])
  })
}

/** Without compression: offsets count from the part's begin. */
const zipVolumes = (size: number): Buffer[] => {
  const name = Buffer.from('combo.txt')
  const about = numbers(
    [2, 20],
    [2, 0],
    [2, 0],
    [4, 0x5a_00_00_00],
    [4, crc32(TEXT)],
    [4, TEXT.length],
    [4, TEXT.length],
    [2, name.length],
    [2, 0],
  )
  const local = Buffer.concat([Buffer.from('PK\u0007\u0008PK\u0003\u0004'), about, name, TEXT])
  const disks = Math.ceil(local.length / size)
  const central = Buffer.concat([
    Buffer.from('PK\u0001\u0002'),
    numbers([2, 20]),
    about,
    numbers([2, 0], [2, 0], [2, 0], [4, 0], [4, 4]),
    name,
  ])
  const at = local.length - (disks - 1) * size
  const end = Buffer.concat([
    Buffer.from('PK\u0005\u0006'),
    numbers([2, disks - 1], [2, disks - 1], [2, 1], [2, 1], [4, central.length], [4, at], [2, 0]),
  ])
  const parts = cut(local, size)
  return [...parts.slice(0, -1), Buffer.concat([parts.at(-1) ?? Buffer.alloc(0), central, end])]
}

// Rule: M-IMPORT-51
// Threat: T-IMPORT-4
test.each<[string, () => Promise<string>, readonly string[]]>([
  ['7z', () => sevenZip('vol.7z', ['-v200b', '-mx0']), ['vol.7z.001', 'vol.7z.003']],
  ['zip, cut', () => sevenZip('vol.zip', ['-v300b', '-mx0']), ['vol.zip.002']],
  [
    'rar, new names',
    () =>
      Promise.resolve(
        write(folder(), Object.fromEntries(rarVolumes(400).map((part, at) => [`v.part${at + 1}.rar`, part]))),
      ),
    ['v.part1.rar', 'v.part2.rar'],
  ],
  [
    'rar, old names',
    () =>
      Promise.resolve(
        write(
          folder(),
          Object.fromEntries(rarVolumes(400).map((part, at) => [at === 0 ? 'V.rar' : `v.r0${at - 1}`, part])),
        ),
      ),
    ['V.rar', 'v.r00'],
  ],
  [
    'zip with z01',
    () => {
      const parts = zipVolumes(500)
      const names = parts.map((_, at) => (at === parts.length - 1 ? 'v.zip' : `v.z0${at + 1}`))
      return Promise.resolve(write(folder(), Object.fromEntries(parts.map((part, at) => [names[at] ?? '', part]))))
    },
    ['v.zip', 'v.z01'],
  ],
  [
    'gzip, cut',
    () =>
      Promise.resolve(
        write(folder(), Object.fromEntries(cut(gzipSync(TEXT), 90).map((part, at) => [`c.gz.00${at}`, part]))),
      ),
    ['c.gz.001'],
  ],
  [
    'text, cut within a line',
    () =>
      Promise.resolve(
        write(folder(), Object.fromEntries(cut(TEXT, 333).map((part, at) => [`c.txt.00${at + 1}`, part]))),
      ),
    ['c.txt.001'],
  ],
])('%s in parts is read as one, from its folder and from any part', async (_form, make, parts) => {
  const at = await make()
  const whole = { count: LINES.length, faults: [] }
  expect(await read(walkLeak(at))).toEqual(whole)
  for (const part of parts) expect(await read(packed(join(at, part)))).toEqual(whole)
})

// Rule: M-IMPORT-51
test('a part whose others are missing is told, and what to do; the rest is read', async () => {
  const at = await sevenZip('vol.7z', ['-v200b'])
  const [first, second] = ['vol.7z.001', 'vol.7z.002'].map((name) => readFileSync(join(at, name)))
  const lost = write(folder(), {
    'vol.7z.002': second ?? '',
    'a.part2.rar': rarVolumes(400)[1] ?? '',
    'b.txt': 'a@b.com:um',
  })
  const { count, faults } = await read(walkLeak(lost))
  expect(count).toBe(1)
  expect(faults.map((fault) => fault.replace(/^.*\//, '')).toSorted()).toEqual(
    ['a.part2.rar', 'vol.7z.002'].map(
      (name) => `${name}: is a part of an archive, and others are missing: import a folder that has all its parts`,
    ),
  )
  const alone = write(folder(), { 'vol.7z.001': first ?? '' })
  await expect(read(walkLeak(alone))).rejects.toThrow('import a folder that has all its parts')
  const text = write(folder(), { 'combo.txt.002': TEXT })
  expect((await read(walkLeak(text))).count).toBe(LINES.length)
})
