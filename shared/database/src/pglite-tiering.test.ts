import { execFile } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { copyFreshPglite, makeFreshPglite } from '../testing/fresh-pglite.ts'

/** Reads 80 KB of SQL, after 12 KB of which V8 by itself would compile the parser anew. */
const READ_MUCH = `
import { startPglite } from './shared/database/src/pglite-tiering.ts'
const database = await startPglite(process.argv[1])
for (let i = 0; i < 400; i++) await database.query('SELECT ' + [...Array(50).keys()].join(', '))
await database.close()
`

test('a process that reads much SQL compiles what is busy in PostgreSQL anew, but not its parser', async () => {
  await makeFreshPglite()
  const folder = mkdtempSync(join(tmpdir(), 'database-tiering-'))
  copyFreshPglite(folder)
  const argv = ['--trace-wasm-compilation-times', '--input-type=module', '--eval', READ_MUCH, folder]
  const { stdout } = await promisify(execFile)(process.execPath, argv, { maxBuffer: 50_000_000 })
  const sizes = [...stdout.matchAll(/using TurboFan.* bodysize (\d+)/g)].map(([, size]) => Number(size))
  expect(sizes).not.toEqual([])
  expect(sizes.filter((size) => size > 100_000)).toEqual([])
})
