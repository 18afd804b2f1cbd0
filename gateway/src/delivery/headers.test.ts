import { MEDIA_TYPES } from '@atalaia/artifact'
import { integrityOf } from '@atalaia/contracts/node'
import { contentPolicy, INERT_POLICY } from '@atalaia/server'
import { collectRoutes, policyFault, type FoundRoute } from '@atalaia/server/testing/policies'
import fastify, { type FastifyInstance } from 'fastify'
import { createBuild, type Build } from '../../testing/archives.ts'
import { withEmbed } from '../../testing/embeds.ts'
import { createPublished, openTestDatabase, order, publishBuild } from '../../testing/published.ts'
import { scriptPolicy } from './headers.ts'

const NAME = 'mfe-tipos'
const SCRIPT = '<script xmlns="http://www.w3.org/1999/xhtml">alert(1)</script>'
const DOCUMENT = `<svg xmlns="http://www.w3.org/2000/svg">${SCRIPT}</svg>`
const ENDINGS = [...Object.keys(MEDIA_TYPES), '.html', '.htm', '.xhtml', '.xml', '.xsl', '.pdf', '.mml']
const FILES = Object.fromEntries(ENDINGS.map((ending) => [`file${ending}`, DOCUMENT]))
const listed = Object.entries(FILES).map(([path, content]) => ({
  path,
  bytes: Buffer.byteLength(content),
  integrity: integrityOf(content),
}))

const versionOf = (version: string): Build => {
  const { descriptor, files } = createBuild(NAME, version)
  const { artifact } = descriptor
  return withEmbed(
    {
      descriptor: { ...descriptor, artifact: { ...artifact, files: [...artifact.files, ...listed] } },
      files: { ...files, ...FILES },
    },
    'export {}',
    FILES,
  )
}

let api: FastifyInstance
let stage: Awaited<ReturnType<typeof createPublished>>
let routes: readonly FoundRoute[]
beforeAll(async () => {
  api = fastify()
  api.get('/api/page', (_request, reply) => reply.type('text/html').send(SCRIPT))
  api.get('/api/own', (_request, reply) =>
    reply.header('content-security-policy', contentPolicy({ 'default-src': ["'none'"] })).send('own'),
  )
  const apiUpstream = await api.listen({ port: 0, host: '127.0.0.1' })
  const database = await openTestDatabase()
  const options = { apiUpstream, localOnly: true, shell: { files: listed } }
  const collected = await collectRoutes(() => createPublished(database, options))
  stage = collected.built
  routes = collected.routes
  const token = await stage.tokenOf(NAME)
  await publishBuild(stage.app, token, versionOf('1.0.0'))
  await order(stage.app, token, `${NAME}/promote`, { version: '1.0.0' })
  const ofShell = Object.entries(FILES).map(([path, content]) => [`host-shell/dist/${path}`, content])
  await stage.workspace.write(Object.fromEntries(ofShell))
})
afterAll(async () => {
  await stage.close()
  await api.close()
})

const PARAMETERS: Readonly<Record<string, string>> = {
  ':name': NAME,
  ':remote': NAME,
  ':version': '1.0.0',
  ':pointer': 'stable',
  '*': 'file.svg',
}
const filled = (url: string) => url.replaceAll(/:\w+|\*/g, (name) => PARAMETERS[name] ?? 'x')

// Rule: M-GATEWAY-15
// Threat: T-PUBLISH-15
test('no route of the gateway gives an answer without a policy, whatever it answers', async () => {
  expect(routes.map(({ url }) => url)).toEqual(
    expect.arrayContaining(['/*', '/remotes/:name/:version/*', '/embed/:name/:pointer/*', '/sitemap.xml', '/api/*']),
  )
  const faults = []
  for (const { method, url } of routes)
    for (const headers of [
      {},
      { 'sec-fetch-dest': 'document' },
      { host: 'evil.example' },
      { 'service-worker': 'script' },
    ]) {
      const answer = await stage.app.inject({ method, url: filled(url), headers })
      const fault = policyFault(answer)
      if (fault !== undefined) faults.push(`${method} ${url}: ${fault}`)
    }
  expect(faults).toEqual([])
})

// Rule: M-GATEWAY-15
test.each([
  ['of a remote', `/remotes/${NAME}/1.0.0/`],
  ['of an embed', `/embed/${NAME}/stable/`],
  ['of the shell', '/shell/'],
])('a file %s is inert as a document, whatever its type, and a script has the policy of a worker', async (_, base) => {
  for (const ending of ENDINGS) {
    const answer = await stage.app.inject(`${base}file${ending}`)
    expect([ending, policyFault(answer)]).toEqual([ending, undefined])
    if (answer.statusCode !== 200) continue
    const worker = /script/.test(String(answer.headers['content-type'])) && !base.startsWith('/embed')
    expect(answer.headers['content-security-policy']).toBe(worker ? scriptPolicy('/api') : INERT_POLICY)
  }
})

// Rule: M-GATEWAY-16
test.each([
  ['document', 'navigate'],
  ['iframe', 'navigate'],
  ['object', 'no-cors'],
  ['embed', 'no-cors'],
])('a browser that would show a file as %s gets a refusal that no cache keeps', async (use, mode) => {
  const headers = { 'sec-fetch-dest': use, 'sec-fetch-mode': mode }
  for (const base of [`/remotes/${NAME}/1.0.0/`, `/embed/${NAME}/1.0.0/`]) {
    const answer = await stage.app.inject({ url: `${base}file.svg`, headers })
    expect([answer.statusCode, answer.headers['content-type'], answer.headers['cache-control']]).toEqual([
      403,
      'text/plain; charset=utf-8',
      'no-store',
    ])
    expect(policyFault(answer)).toBeUndefined()
  }
})

// Rule: M-GATEWAY-16
test.each(['script', 'style', 'image', 'font', 'worker', 'manifest', 'empty', undefined])(
  'a browser that asks for a file as %s gets it, with an answer that caches keep for all of them',
  async (use) => {
    const headers = use === undefined ? {} : { 'sec-fetch-dest': use, 'sec-fetch-mode': 'no-cors' }
    const answer = await stage.app.inject({ url: `/remotes/${NAME}/1.0.0/file.svg`, headers })
    expect([answer.statusCode, answer.headers.vary]).toEqual([200, 'Accept-Encoding'])
  },
)

// Rule: M-GATEWAY-15
test('an answer of the API that has no policy gets one, and its own stays', async () => {
  const page = await stage.app.inject('/api/page')
  expect([page.statusCode, page.headers['content-security-policy']]).toEqual([200, INERT_POLICY])
  expect((await stage.app.inject('/api/own')).headers['content-security-policy']).toBe("default-src 'none'")
})
