import { defaultPublicConfig } from '@atalaia/contracts'
import { createFolderSource } from '../registry/storage/workspace.ts'
import { createShellSource } from '../registry/storage/workspace.ts'
import { createWorkspace } from '../../testing/workspace.ts'
import { createReleaseSource } from './release.ts'

test('a release is made once: every page load gets the same object until a build changes', async () => {
  const workspace = await createWorkspace()
  const releases = createReleaseSource({
    artifacts: createFolderSource([workspace.distOf('mfe-auth')]),
    shell: createShellSource(workspace.shellDir),
    config: defaultPublicConfig,
    overrides: new Map(),
    overrideAddresses: { origins: [], local: false },
    onBroken: () => undefined,
  })
  const current = async () => {
    const state = await releases.current({ browser: 'one' })
    return state.status === 'ready' ? state.current : undefined
  }
  const first = await current()
  expect(first).toBeDefined()
  expect(await current()).toBe(first)
  const auth = first?.release.remotes[0]?.descriptor
  await workspace.write({ 'mfe-auth/dist/remote.json': JSON.stringify({ ...auth, version: '9.0.0' }) })
  expect(await current()).not.toBe(first)
  await workspace.remove()
})
