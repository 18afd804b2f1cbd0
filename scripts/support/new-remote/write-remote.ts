import { mkdirSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { CONTRACT_VERSION } from '@atalaia/contracts'
import type { RemoteRequest } from './check-request.ts'

const template = join(import.meta.dirname, '..', '..', 'templates', 'remote')

/** So that the template's files are not taken for sources of the workspace. */
const ending = '.tmpl'

/** Writes the remote's folder into the workspace at `root`, all of it or nothing; gives the paths of its files. */
export const writeRemote = (request: RemoteRequest, root: string): string[] => {
  const folder = join(root, request.name)
  const unfinished = join(root, `.${request.name}.new`)
  const paths = readdirSync(template, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith(ending))
  try {
    for (const path of paths) {
      const target = join(unfinished, path.slice(0, -ending.length))
      mkdirSync(dirname(target), { recursive: true })
      writeFileSync(target, fill(readFileSync(join(template, path), 'utf8'), request))
    }
    renameSync(unfinished, folder)
  } finally {
    rmSync(unfinished, { recursive: true, force: true })
  }
  return paths.map((path) => join(request.name, path.slice(0, -ending.length))).toSorted()
}

const fill = (text: string, { name, slug, title, owner, path }: RemoteRequest): string => {
  const values: Readonly<Record<string, string>> = {
    NAME: name,
    SLUG: slug,
    TITLE: title,
    OWNER: owner,
    PATH: path,
    CONTRACT: CONTRACT_VERSION,
  }
  return text.replaceAll(/__([A-Z]+)__/g, (whole, key: string) => values[key] ?? whole)
}
