import { fork } from 'node:child_process'
import { once } from 'node:events'
import { access, mkdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { DatabaseError } from './database.ts'

const initializer = fileURLToPath(new URL('./pglite-init.ts', import.meta.url))

const isThere = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  )

/**
 * Makes the embedded database's folder if it is not there, whole or not at all. That takes 700 MB for a moment,
 * so a process of its own does it and gives the memory back.
 */
export const ensurePgliteFolder = async (folder: string): Promise<void> => {
  if (await isThere(join(folder, 'PG_VERSION'))) return
  const draft = `${folder}.new`
  await rm(draft, { recursive: true, force: true })
  await mkdir(dirname(folder), { recursive: true })
  const child = fork(initializer, [draft], { execArgv: [], stdio: ['ignore', 'ignore', 'pipe', 'ipc'] })
  let said = ''
  child.stderr?.on('data', (text: Buffer) => (said += text.toString()))
  const [code] = await once(child, 'close')
  if (code !== 0) throw new DatabaseError(`embedded database: ${folder} could not be made: ${said.trim()}`, undefined)
  await rename(draft, folder)
}
