import { execFile } from 'node:child_process'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { object, record, string } from 'zod/mini'
import { messageOf } from '../message-of.ts'
import type { Engine } from './engines.ts'

const run = promisify(execFile)
const isWindows = process.platform === 'win32'
const OPTIONS = ['--ignore-scripts=false', '--no-audit', '--no-fund', '--fetch-retries=1', '--force']

const installedSchema = object({ packages: record(string(), object({ version: string() })) })

const installedVersion = async (folder: string, path: string): Promise<string | undefined> => {
  try {
    const list: unknown = JSON.parse(await readFile(join(folder, 'node_modules', '.package-lock.json'), 'utf8'))
    return installedSchema.parse(list).packages[path]?.version
  } catch {
    return undefined
  }
}

const reasonOf = (error: unknown) => /^npm error code (.+)$/m.exec(messageOf(error))?.[1] ?? messageOf(error)

/**
 * Installs `engine` into `folder` and returns its package folder. npm checks the integrity. The
 * error explains the manual way.
 */
export const fetchEngine = async (
  folder: string,
  { name, version, integrity }: Engine,
  log: (line: string) => void,
): Promise<string> => {
  const path = `node_modules/${name}`
  if ((await installedVersion(folder, path)) === version) return join(folder, path)
  const root = { dependencies: { [name]: version } }
  const lock = { lockfileVersion: 3, packages: { '': root, [path]: { version, integrity, hasInstallScript: true } } }
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'package.json'), JSON.stringify(root))
  await writeFile(join(folder, 'package-lock.json'), JSON.stringify(lock))
  log(`fetching ${name} ${version}, which can read it`)
  try {
    await run('npm', ['ci', '--prefix', folder, ...OPTIONS], { cwd: folder, shell: isWindows })
  } catch (cause) {
    throw new Error(
      `${name} ${version}, which can read it, could not be fetched (${reasonOf(cause)}). Where there is a network, run ` +
        `"npm install --force --prefix old-engine ${name}@${version}"; copy the folder old-engine to ${folder}, and start again`,
      { cause },
    )
  }
  return join(folder, path)
}
