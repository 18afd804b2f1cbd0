import { once } from 'node:events'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { MessageChannel } from 'node:worker_threads'
import { createThreads } from './threads.ts'

test('a thread that falls over after its work ends nothing but itself, and another one does the next work', async () => {
  const file = join(mkdtempSync(join(tmpdir(), 'threads-')), 'work.mjs')
  const late = `port.once('message', () => { throw new Error('late') })`
  writeFileSync(file, `export const work = (port) => { if (port) ${late}; return 'done' }`)
  const threads = createThreads({ file: pathToFileURL(file), name: 'work', most: 1 })
  const { port1, port2 } = new MessageChannel()
  const fallen = once(threads, 'workerDestroy')
  expect(await threads.run(port2, { transferList: [port2] })).toBe('done')
  port1.postMessage('fall over')
  await fallen
  port1.close()
  expect(await threads.run(undefined)).toBe('done')
  await threads.destroy()
})
