import { integrityOf } from '@atalaia/contracts/node'
import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { pack } from 'tar-stream'
import { archiveOf, createBuild, entriesOf, tarOf, type ArchiveEntry } from '../../../testing/archives.ts'
import { createPublished, openTestDatabase, order, publishBuild, upload } from '../../../testing/published.ts'

type Stage = Awaited<ReturnType<typeof createPublished>>
let stage: Stage
let token: string
beforeAll(async () => {
  stage = await createPublished(await openTestDatabase())
  token = await stage.tokenOf('mfe-novo')
})
afterAll(() => stage.close())

const build = createBuild('mfe-novo', '1.0.0')
const gz = async (entries: readonly ArchiveEntry[]) => gzipSync(await tarOf(entries))
const changed = (name: string, content: string) =>
  entriesOf(build).map((entry) => (entry.name === name ? { ...entry, content } : entry))

const manyRoutes = (count: number) =>
  Array.from({ length: count }, (_, at) => ({
    id: `r${at}`,
    path: `/app/novo/${at}`,
    access: 'session' as const,
    title: 'Novo',
  }))

const folders = (count: number): ArchiveEntry[] =>
  Array.from({ length: count }, (_, at) => ({ name: `folder-${at}/`, type: 'directory' }))

const left = async () =>
  (await readdir(stage.folder, { recursive: true }).catch(() => [])).filter((path) => path !== '.incoming')

// Rule: M-GATEWAY-10
// Threat: T-PUBLISH-3, T-PUBLISH-4, T-PUBLISH-6
test.each<[string, () => Promise<Buffer>, number, string]>([
  ['a path that leads out', () => gz([...entriesOf(build), { name: '../evil.js', content: 'x' }]), 400, 'stays inside'],
  ['an absolute path', () => gz([...entriesOf(build), { name: '/etc/evil', content: 'x' }]), 400, 'stays inside'],
  ['a symbolic link', () => gz([{ name: 'a.js', type: 'symlink', linkname: '/etc/passwd' }]), 400, 'symlink'],
  ['a hard link', () => gz([{ name: 'a.js', type: 'link', linkname: 'remote.json' }]), 400, 'link'],
  ['a bomb', () => gz([{ name: 'a.js', content: Buffer.alloc(18 * 1024 * 1024) }]), 413, 'times its size'],
  ['a file of 1 GB', async () => gzipSync(await hugeHeader()), 413, 'a file has at most'],
  ['a file over the limit', () => gz([{ name: 'a.js', content: noise(21 * 1024 * 1024) }]), 413, 'a file has at most'],
  ['folders without end', () => gz([...folders(4001), ...entriesOf(build)]), 413, 'more folders than files can lie in'],
  ['no descriptor', () => gz([{ name: 'a.js', content: 'x' }]), 400, 'remote.json: it is missing'],
  ['a descriptor that is no JSON', () => gz(changed('remote.json', '{')), 400, 'it is no JSON'],
  ['a descriptor of something else', () => gz(changed('remote.json', '{"name":"x"}')), 400, 'it is no descriptor'],
  [
    'a descriptor of megabytes',
    () => gz(changed('remote.json', noise(1_100_000).toString('base64'))),
    413,
    'at most 524288 bytes',
  ],
  [
    'a descriptor of more entries than can be read',
    () => gz(changed('remote.json', JSON.stringify({ ...build.descriptor, routes: Array(200_000).fill(0) }))),
    413,
    'more entries than a descriptor of 2,000 files',
  ],
  [
    'a descriptor that every page would carry by the hundred kilobytes',
    () => archiveOf(createBuild('mfe-novo', '1.0.0', { routes: manyRoutes(1000) })),
    413,
    'without its lists of files it has at most 65536 bytes',
  ],
  [
    'a file that is not listed',
    () => gz([...entriesOf(build), { name: 'more.js', content: 'x' }]),
    400,
    'does not list it',
  ],
  ['a file that is missing', () => gz(entriesOf(build).slice(0, -1)), 400, 'it is missing'],
  ['a file of another size', () => gz(changed('page.html', '<h1>')), 400, 'the descriptor says'],
  [
    'a file of other content',
    () => gz(changed('page.html', '<h1>9.9.9</h1>'.slice(0, 14))),
    400,
    'does not match its hash',
  ],
  [
    'a folder in the place of a file',
    () =>
      gz([
        { name: 'a', content: 'x' },
        { name: 'a/b.js', content: 'x' },
      ]),
    400,
    'a/b.js: it is a file and a folder at once',
  ],
  [
    'a file in the place of a folder',
    () =>
      gz([
        { name: 'a/b.js', content: 'x' },
        { name: 'a', content: 'x' },
      ]),
    400,
    'a: it is a file and a folder at once',
  ],
  [
    'a folder far below a file',
    () =>
      gz([
        { name: 'a', content: 'x' },
        { name: 'a/b/c.js', content: 'x' },
      ]),
    400,
    'a/b/c.js: it lies in what is a file',
  ],
  ['a name that is too long', () => gz([{ name: `${'a'.repeat(300)}.js`, content: 'x' }]), 400, 'its name is too long'],
  [
    'names that are too long together',
    () => gz([{ name: 'aaaa/'.repeat(1000) + 'b', content: 'x' }]),
    400,
    'its name is too long',
  ],
  ['a name with a null character', () => gz([{ name: 'a\0.js', content: 'x' }]), 400, ''],
  [
    'a compressed copy of its own',
    () => gz(withCopy()),
    400,
    'page.html.br: the gateway makes the compressed copies itself',
  ],
  [
    'a descriptor with a null character',
    () => archiveOf(createBuild('mfe-novo', '1.0.0', { owner: 'a\0b' })),
    400,
    'cannot be stored',
  ],
  ['a second file of the same name', () => gz([...entriesOf(build), ...entriesOf(build)]), 400, 'twice'],
  ['the name of another remote', () => archiveOf(createBuild('mfe-outro', '1.0.0')), 403, 'is of mfe-outro'],
  ['an archive that is cut off', async () => (await archiveOf(build)).subarray(0, 200), 400, 'cannot be read'],
  ['no archive', async () => Buffer.from('hello'), 400, 'cannot be read'],
])('%s is refused with its reason, and nothing stays', async (_what, archive, status, reason) => {
  const answer = await upload(stage.app, 'mfe-novo', token, await archive())
  expect([answer.statusCode, answer.json().message]).toEqual([status, expect.stringContaining(reason)])
  expect(answer.body).not.toContain(stage.folder)
  expect(await left()).toEqual([])
  expect(await stage.registry.artifacts()).toEqual([])
})

// Rule: M-PUBLISH-2
test('no token, an unknown one, a revoked one and one of another remote are refused', async () => {
  const archive = await archiveOf(build)
  const other = await stage.tokenOf('mfe-outro')
  const revoked = await stage.tokenOf('mfe-novo')
  await stage.registry.rights.revoke(revoked.split('_')[1] ?? '', { who: 'test' })
  const put = (authorization?: string) =>
    stage.app.inject({
      method: 'PUT',
      url: '/-/remotes/mfe-novo/artifact',
      headers: { 'content-type': 'application/gzip', ...(authorization !== undefined && { authorization }) },
      payload: archive,
    })
  expect((await put()).statusCode).toBe(401)
  expect((await put(`Bearer ${token.slice(0, -2)}xx`)).statusCode).toBe(401)
  expect((await put(`Bearer ${revoked}`)).json().message).toContain('revoked')
  expect((await put(`Bearer ${other}`)).statusCode).toBe(403)
  expect(await left()).toEqual([])
})

// Rule: M-PUBLISH-1
test('the same content again changes nothing; other content under the version is refused', async () => {
  expect((await publishBuild(stage.app, token, build)).statusCode).toBe(201)
  const again = await publishBuild(stage.app, token, build)
  expect([again.statusCode, again.json().status]).toEqual([200, 'unchanged'])
  const other = createBuild('mfe-novo', '1.0.0', { owner: 'outro' })
  const refused = await publishBuild(stage.app, token, other)
  expect([refused.statusCode, refused.json().message]).toEqual([409, expect.stringContaining('other content')])
  const { entry } = build.descriptor.artifact
  await order(stage.app, token, 'mfe-novo/promote', { version: '1.0.0' })
  const file = await stage.app.inject(`/remotes/mfe-novo/1.0.0/${entry}`)
  expect([file.body, file.headers['cache-control']]).toEqual([build.files[entry], expect.stringContaining('immutable')])
})

// Rule: M-PUBLISH-3
test('what an upload that was cut off left behind is gone after the next start', async () => {
  const draft = await stage.registry.store.draft()
  await stage.registry.store.keep(
    { name: 'mfe-novo', version: '7.0.0', digest: 'f'.repeat(32) },
    await stage.registry.store.draft(),
  )
  const { app, registry } = await stage.open()
  expect(await left()).not.toContain(join('.incoming', draft.split('/').at(-1) ?? ''))
  expect((await left()).some((path) => path.includes('7.0.0'))).toBe(false)
  expect((await left()).some((path) => path.includes('1.0.0'))).toBe(true)
  await app.close()
  await registry.close()
})

const withCopy = (): ArchiveEntry[] => {
  const copy = { name: 'page.html.br', content: 'x' }
  const listed = { path: copy.name, bytes: 1, integrity: integrityOf(copy.content) }
  const { descriptor, files } = build
  const artifact = { ...descriptor.artifact, files: [...descriptor.artifact.files, listed] }
  return [...entriesOf({ descriptor: { ...descriptor, artifact }, files }), copy]
}

const hugeHeader = async () => {
  const archive = pack()
  archive.entry({ name: 'a.js', size: 2 ** 30 })
  const [header] = await once(archive, 'data')
  archive.destroy()
  return header
}
const noise = (bytes: number) => {
  const block = Buffer.alloc(bytes)
  let seed = 7
  for (let at = 0; at < bytes; at += 4) {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0
    block.writeUInt32LE(seed, at)
  }
  return block
}
