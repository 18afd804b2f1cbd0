import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { root } from '@atalaia/stack'
import { z } from 'zod'

const manifestSchema = z.object({ name: z.string(), dependencies: z.record(z.string(), z.string()).default({}) })

const packages = new Map(
  globSync('{shared/*,gateway,leak-api}/package.json', { cwd: root }).map((file) => {
    const { name, dependencies } = manifestSchema.parse(JSON.parse(readFileSync(join(root, file), 'utf8')))
    return [name, { folder: dirname(file), needs: Object.keys(dependencies) }]
  }),
)

const foldersOf = (names: readonly string[], found = new Set<string>()): Set<string> => {
  for (const { folder, needs } of names.flatMap((name) => packages.get(name) ?? []))
    if (!found.has(folder)) foldersOf(needs, found.add(folder))
  return found
}

test('the image has each package of the workspace that the two servers need, and no other', () => {
  const lines = readFileSync(join(root, 'deploy/Containerfile'), 'utf8').matchAll(/^COPY (\S+) (\S+)$/gm)
  const copied = [...lines].filter(([, from]) => from !== '.').map(([, from, to]) => [from, to])
  const needed = [...foldersOf(['gateway', 'leak-api'])].toSorted()
  expect(needed).toContain('shared/verifier')
  expect(copied.toSorted()).toEqual(needed.map((folder) => [folder, folder]))
})
