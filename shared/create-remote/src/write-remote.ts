import { CONTRACT_VERSION } from '@atalaia/contracts'
import { mkdirSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { RemoteRequest } from './remote-request.ts'

const templates = join(import.meta.dirname, '..', 'templates')

/** So that the templates' files are not taken for sources of the workspace, and npm packs `.gitignore`. */
const ending = '.tmpl'

export type Language = 'ts' | 'js'

/** The CI services that a repository is made for: the file of each, and the issuer of its identity tokens. */
export const CI = {
  github: { file: '.github/workflows/remote.yml', issuer: 'https://token.actions.githubusercontent.com' },
  gitlab: { file: '.gitlab-ci.yml', issuer: 'https://gitlab.com' },
} as const
export type Ci = keyof typeof CI

export type RemoteFiles = {
  /** The folder of the remote; it must not exist. */
  readonly folder: string
  /** Names of folders of templates; a later one replaces files of an earlier one. */
  readonly layers: readonly Layer[]
  readonly language: Language
  /** Default: GitHub. */
  readonly ci?: Ci
  /** Files that no template has, by their paths. */
  readonly more?: Readonly<Record<string, string>>
}

/** A folder of templates. */
export type Layer =
  | 'remote'
  | 'typescript'
  | 'javascript'
  | 'workspace'
  | 'repository'
  | 'repository-typescript'
  | Ci
  | 'webpack'
  | 'rspack'
  | 'vite'

/** Writes the files of a remote, all of them or nothing. Returns their paths in the folder, sorted. */
export const writeRemoteFiles = (request: RemoteRequest, remote: RemoteFiles): string[] => {
  const { folder, more = {} } = remote
  const unfinished = join(dirname(folder), `.${basename(folder)}.new`)
  const files = new Map([...templateFiles(request, remote), ...Object.entries(more)])
  try {
    for (const [path, content] of files) {
      const target = join(unfinished, path)
      mkdirSync(dirname(target), { recursive: true })
      writeFileSync(target, content)
    }
    renameSync(unfinished, folder)
  } finally {
    rmSync(unfinished, { recursive: true, force: true })
  }
  return [...files.keys()].toSorted()
}

const templateFiles = (request: RemoteRequest, { layers, language, ci = 'github' }: RemoteFiles): [string, string][] =>
  layers.flatMap((layer) =>
    readdirSync(join(templates, layer), { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith(ending))
      .map((path): [string, string] => {
        const text = fill(readFileSync(join(templates, layer, path), 'utf8'), { ...request, language, ci })
        const name = path.slice(0, -ending.length)
        return path.startsWith('src') && language === 'js' ? [inJavaScript(name), inJavaScript(text)] : [name, text]
      }),
  )

/** The sources that both languages have are JavaScript already, but for the endings of what they import. */
const inJavaScript = (text: string): string => text.replaceAll(/\.tsx\b/g, '.jsx')

type Facts = RemoteRequest & { readonly language: Language; readonly ci: Ci }

const fill = (text: string, { name, slug, title, owner, path, language, ci }: Facts): string => {
  const values: Readonly<Record<string, string>> = {
    NAME: name,
    SLUG: slug,
    TITLE: title,
    OWNER: owner,
    PATH: path,
    CONTRACT: CONTRACT_VERSION,
    CONTAINER: name.replaceAll('-', '_'),
    CI: CI[ci].file,
    ISSUER: CI[ci].issuer,
    X: language === 'ts' ? 'tsx' : 'jsx',
  }
  return text.replaceAll(/__([A-Z]+)__/g, (whole, key: string) => values[key] ?? whole)
}
