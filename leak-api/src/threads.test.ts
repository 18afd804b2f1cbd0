import { once } from 'node:events'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { createThreads } from './threads.ts'

test('a thread that falls over after its work ends nothing but itself, and another one does the next work', async () => {
  const file = join(mkdtempSync(join(tmpdir(), 'threads-')), 'work.mjs')
  const late = `setImmediate(() => { throw new Error('late') })`
  writeFileSync(file, `export const work = (fails) => { if (fails) ${late}; return 'done' }`)
  const threads = createThreads({ file: pathToFileURL(file), name: 'work', most: 1 })
  const fallen = once(threads, 'workerDestroy')
  expect(await threads.run(true)).toBe('done')
  await fallen
  expect(await threads.run(false)).toBe('done')
  await threads.destroy()
})
