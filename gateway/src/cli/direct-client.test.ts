import { until } from '@atalaia/database/testing/until'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { createBuild } from '../../testing/archives.ts'
import { createCommand } from '../../testing/command.ts'
import { openTestDatabase, versionIn } from '../../testing/published.ts'

const script = fileURLToPath(new URL('remotes.ts', import.meta.url))

test('an operator acts on the gateways’ database and store in a process of its own, and gateways notice it', async () => {
  const opened = await openTestDatabase()
  const stage = await createCommand(opened)
  const dir = await stage.write(createBuild('mfe-novo', '1.0.0'))
  expect(await stage.run(['publish', dir])).toMatchObject({ code: 0, out: 'mfe-novo 1.0.0 is published\n' })
  const collides = await stage.write(
    createBuild('mfe-outro', '1.0.0', { routes: [{ id: 'page', path: '/login', access: 'public', title: 'Login' }] }),
  )
  expect((await stage.run(['check', collides, '--gateway'])).err).toContain('/login (page) belongs to mfe-auth')

  const child = spawn(process.execPath, [script, 'promote', 'mfe-novo', '1.0.0'], {
    env: { ...process.env, ...stage.settings },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let out = ''
  child.stdout.on('data', (text: Buffer) => (out += text.toString()))
  expect(await once(child, 'close')).toEqual([0, null])
  expect(out).toContain('promote 1.0.0')
  await until('the gateway serves it', async () => {
    const page = await stage.app.inject('/login')
    return versionIn(page.body, 'mfe-novo') === '1.0.0'
  })
  await stage.close()
})
