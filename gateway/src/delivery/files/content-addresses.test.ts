import { integrityOf } from '@atalaia/contracts/node'
import { createBuild } from '../../../testing/archives.ts'
import { createPublished, openTestDatabase, order, publishBuild, releaseOf } from '../../../testing/published.ts'

const LIBRARY = 'library.0123456789abcdef0123.js'
const PAGE_OF_100 = 'page.00000000000000000100.js'
const PAGE_OF_110 = 'page.00000000000000000110.js'

const setUp = async () => {
  const stage = await createPublished(await openTestDatabase())
  const name = 'mfe-nova'
  const route = { id: 'page', path: '/app/nova', access: 'session', title: 'Nova' } as const
  const token = await stage.tokenOf(name)
  const ship = async (version: string, files: Readonly<Record<string, string>>) => {
    const { descriptor, files: own } = createBuild(name, version, { routes: [route] })
    const listed = Object.entries(files).map(([path, content]) => ({
      path,
      bytes: Buffer.byteLength(content),
      integrity: integrityOf(content),
    }))
    const artifact = { ...descriptor.artifact, files: [...descriptor.artifact.files, ...listed] }
    const build = { descriptor: { ...descriptor, artifact }, files: { ...own, ...files } }
    expect((await publishBuild(stage.app, token, build)).statusCode).toBe(201)
    expect((await order(stage.app, token, `${name}/promote`, { version })).statusCode).toBe(200)
  }
  const filesUrl = async () => {
    const { body } = await stage.app.inject({ url: route.path, headers: { cookie: 'token=1' } })
    return releaseOf(body).remotes.find(({ descriptor }) => descriptor.name === name)?.filesUrl
  }
  const ask = (path: string) => stage.app.inject(`/remotes/${name}/-/${path}`)
  return { ship, filesUrl, ask, close: () => stage.close() }
}

// Rule: M-RELEASE-14
describe('files named by their content', () => {
  let stage: Awaited<ReturnType<typeof setUp>>
  beforeAll(async () => {
    stage = await setUp()
    await stage.ship('1.0.0', { [LIBRARY]: 'library', [PAGE_OF_100]: 'page of 1.0.0' })
    await stage.ship('1.1.0', { [LIBRARY]: 'library', [PAGE_OF_110]: 'page of 1.1.0' })
  })
  afterAll(() => stage.close())

  test('have one address in both versions, and are kept for ever', async () => {
    expect(await stage.filesUrl()).toBe('/remotes/mfe-nova/-/')
    const { statusCode, body, headers } = await stage.ask(LIBRARY)
    expect([statusCode, body, headers['cache-control']]).toEqual([
      200,
      'library',
      'public, max-age=31536000, immutable',
    ])
    expect((await stage.ask(PAGE_OF_110)).body).toBe('page of 1.1.0')
  })

  // Rule: M-CHANNEL-5
  test('stay for pages that were opened before the promotion', async () => {
    expect((await stage.ask(PAGE_OF_100)).body).toBe('page of 1.0.0')
  })

  test('are the only ones: neither a descriptor nor an unknown name is there', async () => {
    const answers = await Promise.all(['remote.json', 'page.html', 'page.0123456789abcdef0123.js'].map(stage.ask))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([404, 404, 404])
  })

  test('do not change under a version that has other content under a name: it has addresses of its own', async () => {
    await stage.ship('1.2.0', { [LIBRARY]: 'another library' })
    expect(await stage.filesUrl()).toBeUndefined()
    expect((await stage.ask(LIBRARY)).body).toBe('library')
  })

  test('are not those of a version with a file whose name has no hash', async () => {
    await stage.ship('1.3.0', { 'plain.js': 'plain' })
    expect(await stage.filesUrl()).toBeUndefined()
    expect((await stage.ask('plain.js')).statusCode).toBe(404)
  })
})
