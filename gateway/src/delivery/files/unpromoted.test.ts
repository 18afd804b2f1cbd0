import { createBuild } from '../../../testing/archives.ts'
import { withEmbed } from '../../../testing/embeds.ts'
import { createPublished, openTestDatabase, order, previewCookie, publishBuild } from '../../../testing/published.ts'
import { OVERRIDES_COOKIE, signGrant } from '../overrides.ts'

const NAME = 'mfe-novo'
const chunk = 'route.0123456789abcdef0123.js'
const buildOf = (version: string) => withEmbed(createBuild(NAME, version), 'export {}', { [chunk]: version })
const entryOf = (version: string) => `/remotes/${NAME}/${version}/${buildOf(version).descriptor.artifact.entry}`

describe('a version that was published and never promoted', () => {
  let stage: Awaited<ReturnType<typeof createPublished>>
  let token: string
  beforeAll(async () => {
    stage = await createPublished(await openTestDatabase())
    token = await stage.tokenOf(NAME)
  })
  afterAll(() => stage.close())

  const publish = (version: string) => publishBuild(stage.app, token, buildOf(version))
  const promote = (version: string, more: object = {}) =>
    order(stage.app, token, `${NAME}/promote`, { version, ...more })
  const ask = (url: string, cookie = '') => stage.app.inject({ url, headers: { cookie } })
  const statusOf = async (url: string, cookie?: string) => (await ask(url, cookie)).statusCode
  const cookieOf = (url: string, { remote = NAME, ends = 60_000 } = {}) => {
    const grant = { overrides: [{ remote, url }], until: Date.now() + ends, session: false }
    return `${OVERRIDES_COOKIE}=${signGrant(grant, stage.registry.signingSecret)}`
  }

  // Rule: M-PUBLISH-15, M-PUBLISH-35
  // Threat: T-PUBLISH-15
  test('is there for a browser with a preview of it alone, and no cache keeps it for others', async () => {
    await publish('1.0.0')
    const refused = await ask(entryOf('1.0.0'))
    expect([refused.statusCode, refused.headers['cache-control']]).toEqual([404, 'no-store'])
    const cookie = previewCookie(stage.registry, NAME, '1.0.0')
    const seen = await ask(entryOf('1.0.0'), cookie)
    expect([seen.statusCode, seen.headers['cache-control'], seen.headers.etag]).toEqual([
      200,
      'private, no-store',
      undefined,
    ])
    for (const other of [
      previewCookie(stage.registry, NAME, '1.0.1'),
      cookieOf('http://localhost:4102'),
      previewCookie(stage.registry, 'mfe-auth', '1.0.0'),
      cookieOf(`http://localhost/remotes/${NAME}/1.0.0`, { remote: 'mfe-auth' }),
      cookieOf(`http://localhost/remotes/${NAME}/1.0.0`, { ends: -1 }),
      `${cookie}x`,
    ])
      expect(await statusOf(entryOf('1.0.0'), other)).toBe(404)
  })

  // Rule: M-PUBLISH-15, M-PUBLISH-35
  test('has a descriptor, which verifiers and the console read, and neither embed nor names without its version', async () => {
    await publish('1.1.0')
    expect((await ask(`/remotes/${NAME}/1.1.0/remote.json`)).json()).toMatchObject({ version: '1.1.0' })
    for (const path of [
      `/embed/${NAME}/1.1.0/embed.js`,
      `/embed/${NAME}/1.1.0/embed.json`,
      `/embed/${NAME}/1.1.0/frame.html?portal=https://portal.example`,
      `/remotes/${NAME}/-/${buildOf('1.1.0').descriptor.artifact.entry}`,
      `/-/fallbacks/${NAME}/1.1.0`,
    ])
      expect([path, await statusOf(path)]).toEqual([path, 404])
  })

  // Rule: M-PUBLISH-15, M-CHANNEL-5, M-PUBLISH-35
  test('is there for everybody from its promotion on, for a share too, and stays when it is taken back', async () => {
    await publish('2.0.0')
    await publish('2.1.0')
    expect(await statusOf(entryOf('2.1.0'))).toBe(404)
    await promote('2.0.0')
    await promote('2.1.0', { percent: 10 })
    expect([await statusOf(entryOf('2.0.0')), await statusOf(entryOf('2.1.0'))]).toEqual([200, 200])
    await order(stage.app, token, `${NAME}/rollback`)
    await publish('2.2.0')
    const kept = await ask(entryOf('2.1.0'))
    expect([kept.statusCode, kept.headers['cache-control']]).toEqual([200, 'public, max-age=31536000, immutable'])
    const byNameOf = (version: string) => statusOf(entryOf(version).replace(`/${version}/`, '/-/'))
    expect([await byNameOf('2.0.0'), await byNameOf('2.1.0'), await byNameOf('2.2.0')]).toEqual([200, 200, 404])
    expect(await statusOf(`/embed/${NAME}/2.0.0/${chunk}`)).toBe(200)
    expect(await statusOf(`/embed/${NAME}/2.1.0/embed.js`)).toBe(200)
    expect(await statusOf(`/-/fallbacks/${NAME}/2.1.0`)).toBe(200)
  })

  // Rule: M-PUBLISH-15, M-PUBLISH-35
  test('is there at another gateway at once, which has not heard of the promotion yet', async () => {
    const other = await stage.open({}, {})
    await publish('3.0.0')
    expect((await other.app.inject(entryOf('3.0.0'))).statusCode).toBe(404)
    await promote('3.0.0')
    expect((await other.app.inject(entryOf('3.0.0'))).statusCode).toBe(200)
    await other.app.close()
    await other.registry.close()
  })

  // Rule: M-PUBLISH-15, M-REMOTE-2, M-PUBLISH-35
  test('takes no place of a build of the workspace with its number', async () => {
    const name = 'mfe-landing'
    const forged = createBuild(name, '1.2.0', { routes: [{ id: 'x', path: '/x', access: 'public', title: 'X' }] })
    const before = (await ask(`/remotes/${name}/1.2.0/remote.json`)).body
    expect((await publishBuild(stage.app, await stage.tokenOf(name), forged)).statusCode).toBe(201)
    expect((await ask(`/remotes/${name}/1.2.0/remote.json`)).body).toBe(before)
    expect(await statusOf(`/remotes/${name}/1.2.0/${forged.descriptor.artifact.entry}`)).toBe(404)
  })
})
