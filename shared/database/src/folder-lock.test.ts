import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { lockFolder } from './folder-lock.ts'

const FILE = 'leak-api.lock'
const newFolder = () => mkdtempSync(join(tmpdir(), 'database-lock-'))

test('a folder has one holder at a time, and is free again when it lets go', async () => {
  const folder = newFolder()
  const first = await lockFolder(folder, 'leak-api')
  expect(await lockFolder(folder, 'leak-api')).toEqual({ status: 'taken', pid: process.pid })
  if (first.status === 'held') await first.release()
  expect((await lockFolder(folder, 'leak-api')).status).toBe('held')
  expect(readdirSync(folder)).toEqual([FILE])
})

test('of many who ask at the same time one gets it, a stale lock in the way or not', async () => {
  const folder = newFolder()
  const { pid } = spawnSync('true')
  writeFileSync(join(folder, FILE), JSON.stringify({ pid, born: null }))
  const asked = await Promise.all(Array.from({ length: 8 }, () => lockFolder(folder, 'leak-api')))
  expect(asked.filter(({ status }) => status === 'held')).toHaveLength(1)
  expect(readdirSync(folder)).toEqual([FILE])
})

test('a lock that cannot be read is told by its name, and stays', async () => {
  const folder = newFolder()
  mkdirSync(join(folder, FILE))
  await expect(lockFolder(folder, 'leak-api')).rejects.toThrow(`${join(folder, FILE)}: this lock cannot be read: `)
  expect(readdirSync(folder)).toEqual([FILE])
})

test.each([
  ['a process that is gone', JSON.stringify({ pid: spawnSync('true').pid, born: null })],
  ['an earlier process with the number of a running one', JSON.stringify({ pid: process.pid, born: 'long ago' })],
  ['a process that was cut off while writing it', ''],
])('the lock of %s is taken over', async (_who, content) => {
  const folder = newFolder()
  writeFileSync(join(folder, FILE), content)
  expect((await lockFolder(folder, 'leak-api')).status).toBe('held')
  expect(JSON.parse(readFileSync(join(folder, FILE), 'utf8'))).toMatchObject({ pid: process.pid })
})
