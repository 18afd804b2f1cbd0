import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { copyFileSync, mkdtempSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import SevenZip from '7z-wasm'
import { FAMILIES, filesOfLogs, makeLog } from '../../../testing/leak-logs.ts'
import type { LeakFile, ReadBatch, ReadOptions } from './credential.ts'
import { readLeak } from './read-leak.ts'
import { createUnpackers, type ArchivePart, newBudget, type UnpackBudget } from './unpack-archive.ts'
import { walkLeak } from './walk-leak.ts'

const folder = mkdtempSync(join(tmpdir(), 'leak-archives-'))

const pack = async (name: string, paths: readonly string[], password = ''): Promise<string> => {
  const { FS, NODEFS, callMain } = await SevenZip({ print: () => undefined })
  FS.mkdir('/work')
  FS.mount(NODEFS, { root: folder }, '/work')
  FS.chdir('/work')
  callMain(['a', '-bso0', '-bsp0', ...(password === '' ? [] : [`-p${password}`]), name, ...paths])
  return join(folder, name)
}
const write = (path: string, content: string | Buffer) => {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), content)
}
const read = async (leak: AsyncIterable<LeakFile>, options?: ReadOptions) => {
  const batches: ReadBatch[] = []
  for await (const batch of readLeak(leak, options)) batches.push(batch)
  return {
    credentials: batches.flatMap(({ credentials }) => credentials),
    skipped: batches.reduce((sum, { skipped }) => sum + skipped, 0),
    faults: batches.flatMap(({ faults }) => faults),
    files: batches.flatMap(({ files }) => files),
  }
}

const readCounting = async (files: AsyncIterable<LeakFile>) => {
  let processes = 0
  const count = () => (processes += 1)
  subscribe('child_process', count)
  const leak = await read(files).finally(() => unsubscribe('child_process', count))
  return { ...leak, processes }
}

const partsOf = async (archive: string, budget: UnpackBudget) => {
  const { unpack, close } = createUnpackers()
  const parts: ArchivePart[] = []
  for await (const part of unpack({ archive, passwords: [], budget })) parts.push(part)
  close()
  return parts
}

const SHEET = [
  '<worksheet><sheetData><row r="1"><c r="A1" t="s"><v>0</v></c><c r="C1" t="s"><v>1</v></c></row>',
  '<row r="2"><c r="A2" t="s"><v>2</v></c><c r="C2"><v>1234</v></c></row>',
  '<row r="3"><c r="A3" t="inlineStr"><is><t>c@d.com</t></is></c><c r="C3" t="inlineStr"><is><t>p&amp;q</t></is></c></row>',
  '</sheetData></worksheet>',
].join('')

// Rule: M-IMPORT-15, M-IMPORT-18, M-IMPORT-48
// Threat: T-IMPORT-4
test('a folder of logs and its archives, in archives, with passwords, have the same rows; what is broken is told', async () => {
  const logs = FAMILIES.map((family, at) => makeLog(family, at))
  for (const log of logs) for (const [name, content] of log.files) write(`logs/${log.folder}/${name}`, content)
  const expected = await read(filesOfLogs(logs))
  const sorted = ({ credentials }: typeof expected) => credentials.map((row) => JSON.stringify(row)).toSorted()

  const walked = await read(walkLeak(join(folder, 'logs')))
  expect(sorted(walked)).toEqual(sorted(expected))
  const tar = await pack('logs.tar', ['logs'])
  write('pack/logs.tar.gz', gzipSync(readFileSync(tar)))
  await pack('pack/logs.7z', ['logs'], 'sesame')
  write('pack/combo.txt', 'a@b.com:um')
  write('pack/notes.txt', 'lorem ipsum')
  write('pack/bomb.gz', gzipSync('a@b.com:um\n'.repeat(2_000_000)))
  const zip = await pack('all.zip', ['pack'], 'other')

  const all = await read(walkLeak(zip), { passwords: ['wrong', 'other', 'sesame'] })
  const twice = [...sorted(expected), ...sorted(expected)].toSorted()
  const own = sorted({ ...all, credentials: all.credentials.filter(({ address }) => address !== 'a@b.com') })
  expect(own).toEqual(twice)
  expect(all.skipped).toBe(2 * expected.skipped)
  expect(all.faults.map(({ place, reason }) => `${place}: ${reason}`).toSorted()).toEqual([
    'all.zip/pack/bomb.gz: the file unpacks to more than 100 times its size; unpack it, and import the text',
  ])
  expect(all.files.find(({ path }) => path === 'all.zip/pack/notes.txt')).toMatchObject({
    end: 'skipped',
    reason: 'not a leak file: none of its 1 lines has an e-mail address as login',
  })
  await expect(read(walkLeak(zip))).rejects.toThrow('the archive needs a password')

  write('mixed/cut.7z', readFileSync(join(folder, 'pack/logs.7z')).subarray(0, 900))
  write('mixed/z.txt', 'z@b.com:um')
  expect(await read(walkLeak(join(folder, 'mixed')))).toMatchObject({
    credentials: [{ address: 'z@b.com' }],
    faults: [{ place: 'mixed/cut.7z', reason: expect.stringContaining('the archive') }],
  })
})

// Rule: M-IMPORT-16
test('a workbook is read by the names of its columns, in whatever order its parts lie', async () => {
  write('xl/workbook.xml', '<workbook/>')
  write('xl/worksheets/sheet1.xml', SHEET)
  write(
    'xl/sharedStrings.xml',
    '<sst><si><t>email</t></si><si><r><t>pass</t></r><r><t>word</t></r></si><si><t>a@b.com</t></si></sst>',
  )
  const { credentials } = await read(
    walkLeak(await pack('w.zip', ['xl/worksheets', 'xl/workbook.xml', 'xl/sharedStrings.xml'])),
  )
  expect(credentials.map(({ address, secret }) => [address, secret?.value])).toEqual([
    ['a@b.com', '1234'],
    ['c@d.com', 'p&q'],
  ])
})

// Rule: M-IMPORT-23, M-IMPORT-50
// Threat: T-IMPORT-4
test('60 archives in an archive take one process more, and archives in archives one for each level', async () => {
  write('line.txt', 'a@b.com:um')
  const line = await pack('side/0.zip', ['line.txt'])
  for (let at = 1; at < 60; at++) copyFileSync(line, join(folder, `side/${at}.zip`))
  const side = await readCounting(walkLeak(await pack('side.zip', ['side'])))
  expect([side.credentials.length, side.faults, side.processes]).toEqual([60, [], 2])

  write('level/0.txt', 'a@b.com:um')
  for (let level = 1; level < 5; level++) {
    const inner = await pack(`level-${level}.zip`, ['level'])
    copyFileSync(inner, join(folder, `level/${level}.zip`))
  }
  const nested = await readCounting(walkLeak(await pack('nested.zip', ['level'])))
  expect(nested.processes).toBe(4)
  expect(new Set(nested.faults.map(({ reason }) => reason))).toEqual(
    new Set(['archives lie in archives more than 4 deep']),
  )
})

// Rule: M-IMPORT-23, M-IMPORT-50
// Threat: T-IMPORT-4
test('of more archives than a file of this size may hold the first are read, and each of the others is told', async () => {
  write('line.txt', 'a@b.com:um')
  const one = await pack('crowd/0.zip', ['line.txt'])
  for (let at = 1; at < 300; at++) copyFileSync(one, join(folder, `crowd/${at}.zip`))
  const { credentials, faults, processes } = await readCounting(walkLeak(await pack('crowd.7z', ['crowd'])))
  expect(credentials.length + faults.length).toBe(300)
  expect(credentials.length).toBeLessThan(210)
  expect(new Set(faults.map(({ place }) => place)).size).toBe(faults.length)
  for (const { reason } of faults)
    expect(reason).toMatch(/^not opened: a file of this size may hold 20\d archives, and holds more$/)
  expect(processes).toBe(2)
})

// Rule: M-IMPORT-23, M-IMPORT-50
// Threat: T-IMPORT-4
test('gzip around an archive of many archives makes its size no larger', async () => {
  write('line.txt', 'a@b.com:um')
  const one = await pack('wrapped/0.zip', ['line.txt'])
  for (let at = 1; at < 300; at++) copyFileSync(one, join(folder, `wrapped/${at}.zip`))
  const crowd = readFileSync(await pack('wrapped.zip', ['wrapped']))
  const packed = gzipSync(crowd)
  expect([crowd.length > 40 * 1024, packed.length < 10 * 1024]).toEqual([true, true])
  const file = join(folder, 'wrapped.zip.gz')
  writeFileSync(file, packed)
  const { credentials, faults } = await readCounting(walkLeak(file))
  expect([credentials.length + faults.length, credentials.length < 210]).toEqual([300, true])
})

// Rule: M-IMPORT-23, M-IMPORT-50
// Threat: T-IMPORT-4
test('an archive with more files than may still be read is refused before any, and so is one whose time is over', async () => {
  write('three/1.txt', 'a@b.com:um')
  write('three/2.txt', 'b@b.com:um')
  const archive = await pack('three.zip', ['three/1.txt', 'three/2.txt'])
  expect(await partsOf(archive, { ...newBudget(), files: 9999 })).toEqual([
    {
      kind: 'fault',
      fault: {
        place: '',
        reason:
          'has more than the 1 files and folders that may still be read of a file of this size; none of them was read',
      },
    },
  ])
  expect((await partsOf(archive, { ...newBudget(), files: 9998 })).map(({ kind }) => kind)).toEqual([
    'list',
    'file',
    'file',
  ])
  expect(await partsOf(archive, { ...newBudget(), waitedMs: 60_000 })).toEqual([
    {
      kind: 'fault',
      fault: { place: '', reason: 'cannot be unpacked in the 60 s that a file of this size has; it was not opened' },
    },
  ])
  expect(await partsOf(archive, { ...newBudget(), waitedMs: 59_999 })).toEqual([
    {
      kind: 'fault',
      fault: {
        place: '',
        reason: 'cannot be unpacked in the 60 s that a file of this size has; the rest was not read',
      },
    },
  ])
})

// Rule: M-IMPORT-23, M-IMPORT-50
test('a log archive with thousands of files is read to its end', async () => {
  const logs = Array.from({ length: 1500 }, (_, at) => `crew/PC-${at}`)
  for (const [at, log] of logs.entries()) {
    write(`${log}/Passwords.txt`, `URL: https://a.com\nUsername: p${at}@b.com\nPassword: um${at}\n`)
    write(`${log}/System.txt`, `HWID: ${at}\n`)
  }
  const { credentials, faults, processes } = await readCounting(walkLeak(await pack('crew.7z', ['crew'])))
  expect([credentials.length, faults, processes]).toEqual([1500, [], 1])
})
