import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, extname, join } from 'node:path'
import { messageOf, root } from '@atalaia/stack'

export type Changes = {
  /** Base commit. */
  readonly since: string
  /** Relative to the root, committed or not. */
  readonly files: readonly string[]
}

const git = (...args: string[]): string => {
  try {
    return execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trim()
  } catch (cause) {
    throw new Error(`--changed needs a Git clone that has the commit: ${messageOf(cause)}`, { cause })
  }
}

const exists = (name: string): boolean => {
  try {
    return git('rev-parse', '--verify', '--quiet', name) !== ''
  } catch {
    return false
  }
}

/** Branch point from main; on main the previous commit. */
const defaultBase = (): string => {
  const main = ['main', 'origin/main'].find(exists)
  const isOnMain = main === undefined || git('rev-parse', '--abbrev-ref', 'HEAD') === 'main'
  return isOnMain ? 'HEAD~1' : git('merge-base', 'HEAD', main)
}

/** Throws where Git fails. */
export const findChanges = (commit?: string): Changes => {
  const since = git('rev-parse', '--short', commit ?? defaultBase())
  const changed = git('diff', '--name-only', '--diff-filter=d', '-z', since)
  const added = git('ls-files', '--others', '--exclude-standard', '-z')
  return { since, files: [...new Set(`${changed}\0${added}`.split('\0'))].filter(Boolean).toSorted() }
}

const isPackage = (folder: string) => existsSync(join(root, folder, 'package.json'))

/** Own tests, else below, else next above within the package. */
const testsOf = (folder: string, tests: readonly string[]): readonly string[] => {
  const own = tests.filter((test) => dirname(test) === folder)
  const found = own.length > 0 ? own : tests.filter((test) => test.startsWith(`${folder}/`))
  const above = dirname(folder)
  return found.length > 0 || isPackage(above) ? found : testsOf(above, tests)
}

const testsBeside = (file: string, tests: readonly string[]): readonly string[] => {
  if (file.startsWith('docs/')) return testsOf('scripts', tests)
  return extname(file) === '.md' || !file.includes('/') ? [] : testsOf(dirname(file), tests)
}

const readSource = (file: string) => readFileSync(join(root, file), 'utf8')

const importedBy = (file: string, source: string) =>
  [...source.matchAll(/\bfrom '(\.[^']+)'/g)].map(([, path = '']) => join(dirname(file), path))

/** Tests of the same folder, and direct importers. */
export const testsOfChanges = (
  files: readonly string[],
  tests: readonly string[],
  read = readSource,
): readonly string[] => {
  const importing = tests.filter((test) => importedBy(test, read(test)).some((path) => files.includes(path)))
  return [...new Set([...files.flatMap((file) => testsBeside(file, tests)), ...importing])]
}

/** Root files, which affect everything. */
export const changesForAll = (files: readonly string[]): readonly string[] =>
  files.filter((file) => !file.includes('/') && extname(file) !== '.md')
