import { createBuild } from '../../testing/archives.ts'
import { createCommand } from '../../testing/command.ts'
import { openTestDatabase, versionIn } from '../../testing/published.ts'

test('where no socket is, an operator acts on the gateways’ database and store, and they serve it', async () => {
  const opened = await openTestDatabase()
  const stage = await createCommand(opened)
  await stage.closeSocket()
  const run = (args: readonly string[]) =>
    stage.run(args, {
      DATABASE_URL: opened.listenTo,
      ARTIFACTS_DIR: stage.folder,
      SHELL_DIR: stage.workspace.shellDir,
      REMOTES: stage.workspace.distOf('mfe-auth'),
    })
  const dir = await stage.write(createBuild('mfe-novo', '1.0.0'))
  expect(await run(['publish', dir])).toMatchObject({ code: 0, out: 'mfe-novo 1.0.0 is published\n' })
  const moved = await run(['promote', 'mfe-novo', '1.0.0'])
  expect([moved.code, moved.out]).toEqual([0, expect.stringContaining('promote 1.0.0')])
  const collides = await stage.write(
    createBuild('mfe-outro', '1.0.0', { routes: [{ id: 'page', path: '/login', access: 'public', title: 'Login' }] }),
  )
  expect((await run(['check', collides, '--gateway'])).err).toContain('/login (page) belongs to mfe-auth')
  await stage.registry.live.refresh()
  const page = await stage.app.inject('/login')
  expect(versionIn(page.body, 'mfe-novo')).toBe('1.0.0')
  await stage.close()
})
