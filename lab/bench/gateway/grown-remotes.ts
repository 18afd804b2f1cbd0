import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { archiveOf, createBuild, type Build } from 'gateway/testing/archives'

export const grownBuild = (at: number, version = '1.0.0'): Build => {
  const path = `/app/grown/${at}`
  const { descriptor, files } = createBuild(`mfe-grown-${at}`, version, {
    routes: [{ id: 'page', path, access: 'session', title: `Página ${at}` }],
    sidebar: [{ label: `Página ${at}`, path }],
  })
  // As most remotes, it renders nothing at build time.
  const { prerendered: _prerendered, ...artifact } = descriptor.artifact
  return { descriptor: { ...descriptor, artifact }, files }
}

export const writeRemotes = async (root: string, count: number): Promise<string[]> =>
  Promise.all(
    Array.from({ length: count }, async (_, at) => {
      const { descriptor, files } = grownBuild(at)
      const dist = join(root, descriptor.name, 'dist')
      await mkdir(dist, { recursive: true })
      for (const [path, content] of Object.entries({ ...files, 'remote.json': JSON.stringify(descriptor) }))
        await writeFile(join(dist, path), content)
      return dist
    }),
  )

export const publish = async (url: string, token: string, build: Build): Promise<void> => {
  const { name, version } = build.descriptor
  const answer = await fetch(`${url}/-/remotes/${name}/artifact`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/gzip' },
    body: new Uint8Array(await archiveOf(build)),
  })
  if (!answer.ok) throw new Error(`${name} ${version}: ${answer.status}`)
}
