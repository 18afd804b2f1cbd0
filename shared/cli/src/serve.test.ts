import { EventEmitter, once } from 'node:events'
import { createRepository, SOURCE } from '../testing/repository.ts'
import { runAtalaia } from './run-atalaia.ts'

const manifest = (entry: string) => ({
  metaData: { globalName: 'mfe_fora', remoteEntry: { name: entry } },
  exposes: [{ path: './remote' }],
  shared: [],
})

test('dev serves the build to other origins, and describes it anew after each build', async () => {
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
  const args = ['dev', '--port', '0', '--shell', 'https://atalaia.example', '--key', 'k1']
  const running = runAtalaia({ args, root: repository.root, env: {}, out, err: out, signal: ended.signal })
  const [origin] = await address
  expect(said).toContain(`https://atalaia.example/app/fora?remote=mfe-fora@${origin}&override-key=k1`)

  const first = await fetch(`${origin}/remote.json`)
  expect(first.headers.get('access-control-allow-origin')).toBe('*')
  expect(await first.json()).toMatchObject({ ...SOURCE, artifact: { entry: 'a.js' } })
  expect(await (await fetch(`${origin}/a.js`)).text()).toBe('a')
  for (const path of ['/%2e%2e%2fpackage.json', '/..%5cpackage.json', '/nada.js'])
    expect((await fetch(origin + path)).status).toBe(404)

  await repository.write({ 'dist/mf-manifest.json': manifest('b.js'), 'dist/b.js': 'b' })
  expect(await (await fetch(`${origin}/remote.json`)).json()).toMatchObject({ artifact: { entry: 'b.js' } })
  await repository.write({ 'dist/mf-manifest.json': manifest('c.js') })
  const broken = await fetch(`${origin}/remote.json`)
  expect([broken.status, await broken.text()]).toEqual([503, expect.stringContaining('c.js')])

  ended.abort()
  expect(await running).toBe(0)
  await repository.remove()
})
