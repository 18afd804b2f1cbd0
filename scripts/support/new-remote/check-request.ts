import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { sourceDescriptorSchema } from '@atalaia/contracts'
import { requestOf, type RequestResult, type RequestWords } from '@atalaia/create-remote'

/** Writes nothing. */
export const checkRequest = (words: RequestWords, root: string): RequestResult => {
  const checked = requestOf(words)
  if (!checked.ok) return checked
  const { name, path } = checked.request
  const refused = (message: string): RequestResult => ({ ok: false, message: `${name}: ${message}` })
  if (existsSync(join(root, name)))
    return refused('there is a folder of that name already; take another name, or remove it first')
  const holder = ownerOf(path, root)
  return holder ? refused(`its address would be ${path}, which is a route of ${holder}; take another name`) : checked
}

const ownerOf = (path: string, root: string): string | undefined =>
  readdirSync(root).find((folder) => {
    const file = join(root, folder, 'remote.json')
    if (!folder.startsWith('mfe-') || !existsSync(file)) return false
    const { data } = sourceDescriptorSchema.safeParse(JSON.parse(readFileSync(file, 'utf8')))
    return data?.routes.some((route) => route.path === path) ?? false
  })
