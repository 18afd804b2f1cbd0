import { createTestDatabase } from '@atalaia/database/testing/test-database'
import { createBuild } from '../../testing/archives.ts'
import { createCommand } from '../../testing/command.ts'
import { openTestDatabase } from '../../testing/published.ts'

// Rule: M-MOVE-1
test('what gateways keep is in another database after a move, which a second one refuses', async () => {
  const opened = await openTestDatabase()
  const stage = await createCommand(opened)
  const on = (DATABASE_URL: string) => (args: readonly string[]) =>
    stage.run(args, { DATABASE_URL, ARTIFACTS_DIR: stage.folder, SHELL_DIR: stage.workspace.shellDir })
  const [first, to] = [on(opened.listenTo), await createTestDatabase()]
  await first(['publish', await stage.write(createBuild('mfe-novo', '1.0.0'))])
  await first(['promote', 'mfe-novo', '1.0.0'])
  const moved = await first(['move', '--to', to])
  expect(moved).toMatchObject({
    code: 0,
    err: '',
    out: expect.stringContaining('Start the gateways with DATABASE_URL'),
  })
  const second = on(to)
  expect((await second(['history', 'mfe-novo'])).out).toBe((await first(['history', 'mfe-novo'])).out)
  expect((await second(['promote', 'mfe-novo', '1.0.0', '--channel', 'beta'])).code).toBe(0)
  expect(await first(['move', '--to', to])).toMatchObject({ code: 1, err: expect.stringContaining('is in use') })
  await stage.close()
})
