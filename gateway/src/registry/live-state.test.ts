import { openPglite } from '@atalaia/database'
import { openRegistry } from './registry.ts'
import { createLiveState } from './live-state.ts'
import { createFolderStore } from './storage/folder-store.ts'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

jest.setTimeout(60_000)

const NEVER = 1_000_000_000

// Threat: T-DB-7
// Rule: M-FAIL-20
test('the channels are stale once no look at them has ended for 8 s, and ready with the next one', async () => {
  const database = await openPglite()
  const store = createFolderStore({ folder: mkdtempSync(join(tmpdir(), 'live-')), sweepAfter: 0 })
  const registry = await openRegistry({ database, store, retentionDays: 30 })
  let now = 0
  let silent: (() => void) | undefined
  const held = {
    ...database,
    within: (limitMs: number) => {
      const look = database.within(limitMs)
      const query: typeof look.query = async (...given) => {
        if (silence) await silence
        return look.query(...given)
      }
      return { ...look, query }
    },
  }
  let silence: Promise<void> | undefined
  const live = await createLiveState({ database: held, pollMs: NEVER, onFailure: () => undefined, now: () => now })
  now = 8000
  expect([live.ageMs(), live.health()]).toEqual([8000, 'ready'])
  silence = new Promise((resolve) => (silent = resolve))
  const looking = live.refresh()
  now = 8001
  expect(live.health()).toBe('stale')
  silence = undefined
  silent?.()
  await looking
  await live.refresh()
  expect([live.ageMs(), live.health()]).toEqual([0, 'ready'])
  await live.close()
  await registry.close()
  await database.close()
})
