import { CONTRACT_VERSION } from '@atalaia/contracts'
import { mkdirSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { RemoteRequest } from './remote-request.ts'

const templates = join(import.meta.dirname, '..', 'templates')

/** Keeps templates out of the workspace's sources, and `.gitignore` in npm packages. */
const ending = '.tmpl'

export type Language = 'ts' | 'js'

/** CI files, and issuers of identity tokens. */
export const CI = {
  github: { file: '.github/workflows/remote.yml', issuer: 'https://token.actions.githubusercontent.com' },
  gitlab: { file: '.gitlab-ci.yml', issuer: 'https://gitlab.com' },
} as const
export type Ci = keyof typeof CI

export type RemoteFiles = {
  /** Must not exist. */
  readonly folder: string
  /** Template folders; later ones replace earlier files. */
  readonly layers: readonly Layer[]
  readonly language: Language
  /** Default: GitHub. */
  readonly ci?: Ci
  readonly more?: Readonly<Record<string, string>>
}

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

/** All or nothing. Returns sorted paths. */
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
