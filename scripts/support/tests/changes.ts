import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { dirname, extname, join } from 'node:path'
import { messageOf, root } from '@atalaia/stack'

export type Changes = {
  /** The commit that the files are compared with. */
  readonly since: string
  /** Files that were changed or added since, committed or not, relative to the root. */
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

/** The commit at which this branch left main; on main the commit before the last one. */
const defaultBase = (): string => {
  const main = ['main', 'origin/main'].find(exists)
  const isOnMain = main === undefined || git('rev-parse', '--abbrev-ref', 'HEAD') === 'main'
  return isOnMain ? 'HEAD~1' : git('merge-base', 'HEAD', main)
}

/** Finds what was changed since a commit. Throws where Git cannot tell. */
export const findChanges = (commit?: string): Changes => {
  const since = git('rev-parse', '--short', commit ?? defaultBase())
  const changed = git('diff', '--name-only', '--diff-filter=d', '-z', since)
  const added = git('ls-files', '--others', '--exclude-standard', '-z')
  return { since, files: [...new Set(`${changed}\0${added}`.split('\0'))].filter(Boolean).toSorted() }
}

const isModule = (file: string) => /\.[jt]sx?$/.test(file)
const below = (folder: string, tests: readonly string[]) => tests.filter((test) => test.startsWith(`${folder}/`))

const packageOf = (file: string): string => {
  const folder = dirname(file)
  return folder === '.' || existsSync(join(root, folder, 'package.json')) ? folder : packageOf(folder)
}

/** Tests of the nearest folder above a file that has some. */
const nearest = (file: string, tests: readonly string[]): readonly string[] => {
  const folder = dirname(file)
  if (folder === '.') return []
  const found = below(folder, tests)
  return found.length > 0 ? found : nearest(folder, tests)
}

/**
 * The tests of a file that imports do not lead to: of SQL those of its package, of a page of `docs` those of `scripts`, of any
 * other (styles, JSON, programs that are run) those of the nearest folder that has some. Of a module none: Jest finds them.
 */
const testsBeside = (file: string, tests: readonly string[]): readonly string[] => {
  if (isModule(file)) return []
  if (file.startsWith('docs/')) return tests.filter((test) => /^scripts\/[^/]+$/.test(test))
  if (extname(file) === '.md') return []
  return extname(file) === '.sql' ? below(packageOf(file), tests) : nearest(file, tests)
}

/** The tests of all changed files that imports do not lead to. */
export const testsBesideChanges = (files: readonly string[], tests: readonly string[]): readonly string[] => [
  ...new Set(files.flatMap((file) => testsBeside(file, tests))),
]

/** The changed files of the root, which everything depends on: settings of tools, the lockfile. */
export const changesForAll = (files: readonly string[]): readonly string[] =>
  files.filter((file) => !file.includes('/') && extname(file) !== '.md')
