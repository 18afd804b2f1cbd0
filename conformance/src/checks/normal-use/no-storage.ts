import { readWrites } from '../../stage/ledger-reading.ts'
import { withInstance } from '../../stage/with-instance.ts'
import { keptUnless, type Check } from '../../verdict.ts'

export const noStorage: Check = {
  id: 'no-storage',
  chapter: 'good guest',
  promise: 'Nothing in localStorage, sessionStorage, IndexedDB, cookies or history',
  run: async (stage) => {
    const state = () =>
      stage.page.evaluate(() => ({
        address: location.href,
        history: history.length,
        keys: [...Object.keys(localStorage), ...Object.keys(sessionStorage)].toSorted().join(', '),
        cookie: document.cookie,
      }))
    const before = await state()
    const after = await withInstance(stage, { attributes: { theme: 'sea' } }, state)
    const changed = Object.entries(after).filter(([name, value]) => Object(before)[name] !== value)
    return keptUnless([
      ...changed.map(([name, value]) => `${name} became ${value}`),
      ...(await readWrites(stage.page, stage.embed.base)),
    ])
  },
}
