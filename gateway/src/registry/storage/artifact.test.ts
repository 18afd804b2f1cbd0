import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { bufferOf, openStored, type StoredFile } from './artifact.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stored-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const textOf = async (file: StoredFile | undefined) => file && (await bufferOf(file)).toString()

test('an unchanged file is read once; a changed one comes anew, and a removed one is missing', async () => {
  const file = join(folder, 'main.js')
  await writeFile(file, 'first')
  const once = await openStored(file, [])
  expect(await textOf(once)).toBe('first')
  expect((await openStored(file, []))?.content).toBe(once?.content)

  await writeFile(file, 'other')
  expect(await textOf(await openStored(file, []))).toBe('other')
  await rm(file)
  expect(await openStored(file, [])).toBeUndefined()
})

test('a file named by its content is looked for once a second', async () => {
  const file = join(folder, `main.${'a'.repeat(16)}.js`)
  const now = jest.spyOn(performance, 'now').mockReturnValue(5000)
  await writeFile(file, 'first')
  await openStored(file, ['br'])
  await rm(file)
  now.mockReturnValue(5999)
  expect(await textOf(await openStored(file, ['br']))).toBe('first')
  now.mockReturnValue(6000)
  expect(await openStored(file, ['br'])).toBeUndefined()
  now.mockRestore()
})

test('a large file is streamed', async () => {
  const file = join(folder, 'large.js')
  await writeFile(file, Buffer.alloc(1024 * 1024 + 1, 'a'))
  const opened = await openStored(file, ['br'])
  expect(opened).toMatchObject({ bytes: 1024 * 1024 + 1, encoding: undefined })
  expect(opened?.content).toBeInstanceOf(Readable)
  expect(await textOf(opened)).toHaveLength(1024 * 1024 + 1)
})
