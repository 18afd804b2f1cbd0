import { EventEmitter, once } from 'node:events'
import { get } from 'node:http'
import { integrityOf } from '@atalaia/contracts/node'
import { createRepository, SOURCE } from '../testing/repository.ts'
import { runAtalaia } from './run-atalaia.ts'

const manifest = (entry: string) => ({
  metaData: { globalName: 'mfe_fora', remoteEntry: { name: entry } },
  exposes: [{ path: './remote' }],
  shared: [],
})

// Rule: M-DOCTOR-3, M-PUBLISH-12
// Threat: T-PUBLISH-8
test('dev serves the build to other origins, describes it anew after each build, and says what the shell has deprecated', async () => {
  const repository = await createRepository({ 'dist/mf-manifest.json': manifest('a.js'), 'dist/a.js': 'a' })
  const ended = new AbortController()
  let said = ''
  const listening = new EventEmitter()
  const address = once(listening, 'origin')
  const out = (text: string) => {
    said += text
    const [, origin] = /served at (\S+):/.exec(said) ?? []
    if (origin) listening.emit('origin', origin)
  }
  // The deployed shell of contract 2 still has contract 1, for a while.
  const deprecations = [{ contract: '^1.0.0', instead: 'contract 2' }]
  const offer = { version: '3.0.0', contract: '2.0.0', contracts: ['1.8.0'], deprecations, shared: [] }
  const asked = jest.spyOn(globalThis, 'fetch').mockResolvedValueOnce(Response.json(offer))
  const args = ['dev', '--port', '0', '--shell', 'https://atalaia.example', '--key', 'k1']
  const running = runAtalaia({ args, root: repository.root, env: {}, out, err: out, signal: ended.signal })
  const [origin] = await address
  expect(said).toContain(`https://atalaia.example/app/fora?remote=mfe-fora@${origin}&override-key=k1`)

  expect(asked.mock.calls[0]?.[0]).toEqual(new URL('https://atalaia.example/-/shell'))
  const first = await fetch(`${origin}/remote.json`)
  const described: unknown = await first.json()
  expect(described).toMatchObject({ ...SOURCE, artifact: { entry: 'a.js' } })
  const entry = await (await fetch(`${origin}/a.js`)).text()
  expect(entry).toMatch(/^a\n;new EventSource\(.*document\.currentScript\.src/)
  expect(described).toMatchObject({
    artifact: { files: [{ path: 'a.js', bytes: entry.length, integrity: integrityOf(Buffer.from(entry)) }] },
  })
  for (const path of ['/%2e%2e%2fpackage.json', '/..%5cpackage.json', '/nada.js'])
    expect((await fetch(origin + path)).status).toBe(404)

  const answered = async (headers: Record<string, string>) => {
    const request = get(`${origin}/a.js`, { headers })
    const [answer] = await once(request, 'response')
    answer.resume()
    return [answer.statusCode, answer.headers['access-control-allow-origin']]
  }
  const ofShell = 'https://atalaia.example'
  expect(await answered({ origin: ofShell })).toEqual([200, ofShell])
  expect(await answered({ origin: 'http://localhost:3000' })).toEqual([200, 'http://localhost:3000'])
  const script = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'script' }
  const others: Record<string, string>[] = [
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { host: 'evil.example:4102' },
    script,
  ]
  for (const other of others) expect(await answered(other)).toEqual([403, undefined])

  // A page that shows the build hears of the next one, which is whole only with its entry.
  const { body } = await fetch(`${origin}/@atalaia/builds`)
  const events = body?.pipeThrough(new TextDecoderStream()).getReader()
  expect(await events?.read()).toMatchObject({ value: ': waiting\n\n' })
  await repository.write({ 'dist/mf-manifest.json': manifest('b.js'), 'dist/b.js': 'b' })
  expect(await events?.read()).toMatchObject({ value: 'event: built\ndata:\n\n' })
  await events?.cancel()
  expect(await (await fetch(`${origin}/remote.json`)).json()).toMatchObject({ artifact: { entry: 'b.js' } })
  await repository.write({ 'dist/mf-manifest.json': manifest('c.js') })
  const broken = await fetch(`${origin}/remote.json`)
  expect([broken.status, await broken.text()]).toEqual([503, expect.stringContaining('c.js')])

  expect(said.split('mfe-fora: contract ^1.0.0 is deprecated: contract 2')).toHaveLength(2)
  asked.mockRestore()
  ended.abort()
  expect(await running).toBe(0)
  await repository.remove()
})

// Rule: M-OVERRIDE-2
test.each([
  ['the port of the link', 'mfe-fora', [], 0, 'remote=mfe-fora@http://localhost:'],
  ['no other port', 'mfe-fora', ['--port', '1'], 1, '--port 1: the link in --shell is for port 0'],
  ['no link for another remote', 'mfe-outro', [], 1, 'ask for one for mfe-fora@http://localhost:4102'],
])('dev with an operator’s link takes %s', async (_what, remote, more, expected, text) => {
  const repository = await createRepository({ 'dist/mf-manifest.json': manifest('a.js'), 'dist/a.js': 'a' })
  const linked = encodeURIComponent(`${remote}@http://127.0.0.1:0`)
  const shell = `https://atalaia.example/?remote=${linked}&override-key=k1`
  const ended = new AbortController()
  jest.spyOn(globalThis, 'fetch').mockRejectedValueOnce(new Error('no shell'))
  let said = ''
  const out = (told: string) => {
    said += told
    if (said.includes('served at')) setImmediate(() => ended.abort())
  }
  const args = ['dev', '--shell', shell, ...more]
  const code = await runAtalaia({ args, root: repository.root, env: {}, out, err: out, signal: ended.signal })
  expect([code, said]).toEqual([expected, expect.stringContaining(text)])
  expect(said).not.toContain('override-link')
  jest.restoreAllMocks()
  await repository.remove()
})

test('dev with a bundler beside it says at its end that the folder has what that wrote', async () => {
  const repository = await createRepository({ 'dist/mf-manifest.json': manifest('a.js'), 'dist/a.js': 'a' })
  const ended = new AbortController()
  let said = ''
  const out = (told: string) => {
    said += told
    if (said.includes('served at')) setImmediate(() => ended.abort())
  }
  const args = ['dev', '--port', '0', '--run', 'exec sleep 30']
  expect(await runAtalaia({ args, root: repository.root, env: process.env, out, err: out, signal: ended.signal })).toBe(
    0,
  )
  expect(said).toContain('has what "exec sleep 30" wrote: build again before you publish')
  await repository.remove()
})
