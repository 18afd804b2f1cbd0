import { descriptorSchema } from '@atalaia/contracts'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { root } from '@atalaia/stack'
import { expect, test } from '../../testing/test.ts'

/** Bytes, brotli, beyond what is shared. */
const MAX_BYTES = 350_000

test('no route of the kit takes more than 350,000 bytes beyond what is shared', async ({ stack }) => {
  const text = await readFile(join(root, 'mfe-template-kit/dist/remote.json'), 'utf8')
  const { name, version, artifact, routes } = descriptorSchema.parse(JSON.parse(text))
  const sizes = new Map<string, Promise<number>>()
  const size = async (file: string): Promise<number> => {
    const answer = await fetch(`${stack.url}/remotes/${name}/${version}/${file}`, {
      method: 'HEAD',
      headers: { 'accept-encoding': 'br' },
    })
    expect(answer.status, file).toBe(200)
    return Number(answer.headers.get('content-length'))
  }
  const bytesOf = async (files: readonly string[]): Promise<number> => {
    for (const file of files) if (!sizes.has(file)) sizes.set(file, size(file))
    const all = await Promise.all(files.map((file) => sizes.get(file)))
    return all.reduce<number>((sum, bytes = 0) => sum + bytes, 0)
  }
  for (const { id, path } of routes) {
    const files = artifact.routeFiles[id] ?? []
    expect(files, path).toContainEqual(expect.stringContaining(`route-${id}`))
    const bytes = await bytesOf(files.filter((file) => file !== artifact.entry))
    expect(bytes, path).toBeGreaterThan(1000)
    expect(bytes, path).toBeLessThanOrEqual(MAX_BYTES)
  }
})
