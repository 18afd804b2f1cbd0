import { createBuild } from '../../testing/archives.ts'
import { createPublished, openOwnServer, order, publishBuild, versionIn } from '../../testing/published.ts'

// Rule: M-FAIL-19
test('when the database goes away, pages go on with what was promoted, and the health says so', async () => {
  const opened = await openOwnServer()
  const stage = await createPublished(opened)
  const token = await stage.tokenOf('mfe-novo')
  const build = createBuild('mfe-novo', '1.0.0')
  await publishBuild(stage.app, token, build)
  await order(stage.app, token, 'mfe-novo/promote', { version: '1.0.0' })
  expect((await stage.app.inject('/healthz')).json()).toMatchObject({ status: 'ready', database: 'ready' })
  await opened.stop()
  await stage.registry.live.refresh()
  const page = await stage.app.inject('/login')
  expect([page.statusCode, versionIn(page.body, 'mfe-novo')]).toEqual([200, '1.0.0'])
  const file = await stage.app.inject(`/remotes/mfe-novo/1.0.0/${build.descriptor.artifact.entry}`)
  expect(file.statusCode).toBe(200)
  expect((await stage.app.inject('/livez')).statusCode).toBe(200)
  const [ready, health] = [await stage.app.inject('/readyz'), await stage.app.inject('/healthz')]
  expect([ready.statusCode, ready.json()]).toEqual([200, expect.objectContaining({ database: 'down' })])
  expect([health.statusCode, health.json()]).toEqual([503, expect.objectContaining({ database: 'down' })])
  await stage.close()
})
