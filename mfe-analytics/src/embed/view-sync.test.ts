import type { AnalyticsView } from '@atalaia/contracts'
import { FIRST_VIEW } from '../state/view-store.ts'
import { createViewSync, TELL_AFTER_MS } from './view-sync.ts'

beforeEach(() => jest.useFakeTimers({ doNotFake: ['queueMicrotask'] }))
afterEach(() => jest.useRealTimers())

const setUp = (attributes: { filter?: string | null; place?: string | null } = {}) => {
  const told: AnalyticsView[] = []
  const sync = createViewSync({
    filter: () => attributes.filter ?? null,
    place: () => attributes.place ?? null,
    onViewChange: (view) => told.push(view),
  })
  sync.restart()
  const { store } = sync
  const set = async (changes: typeof attributes) => {
    Object.assign(attributes, changes)
    if ('filter' in changes) sync.take('filter')
    if ('place' in changes) sync.take('place')
    await Promise.resolve()
  }
  return { sync, store, told, set, rest: () => jest.advanceTimersByTime(TELL_AFTER_MS) }
}

// Rule: M-EMBED-33, M-EMBED-34, M-EMBED-66
test('the view begins with what the attributes say, the place over the filter', () => {
  expect(setUp({ filter: 'ana' }).store.get()).toEqual({ ...FIRST_VIEW, filter: 'ana' })
  expect(setUp({ filter: 'ana', place: 'page=2' }).store.get()).toMatchObject({ filter: 'ana', page: 2 })
  expect(setUp({ filter: 'ana', place: 'filter=bia' }).store.get()).toMatchObject({ filter: 'bia' })
})

// Rule: M-EMBED-34, M-EMBED-66
test('a view is told once, when the person rests, and not what the portal has set', async () => {
  const { store, told, set, rest } = setUp()
  store.change({ filter: 'a', page: 1 })
  store.change({ filter: 'an', page: 1 })
  expect(told).toEqual([])
  rest()
  expect(told).toEqual([{ filter: 'an', place: 'filter=an' }])
  await set({ place: 'page=3' })
  rest()
  expect(told).toHaveLength(1)
  expect(store.get()).toMatchObject({ filter: '', page: 3 })
})

test('who goes away and comes back in one go has not moved', () => {
  const { store, told, rest } = setUp()
  store.change({ page: 2 })
  store.change({ page: 1 })
  rest()
  expect(told).toEqual([])
})

// Rule: M-EMBED-34, M-EMBED-66
test('a portal that sets what it was told takes nothing away from a person who types on', async () => {
  const { store, set, rest } = setUp()
  store.change({ filter: 'an', page: 1 })
  rest()
  store.change({ filter: 'ana', page: 1 })
  await set({ filter: 'an', place: 'filter=an' })
  expect(store.get().filter).toBe('ana')
})

// Rule: M-EMBED-34, M-EMBED-66
test('back and forward in the portal’s history show each place again', async () => {
  const { store, told, set, rest } = setUp()
  store.change({ page: 2 })
  rest()
  await set({ place: 'page=2' })
  await set({ place: null })
  expect(store.get().page).toBe(1)
  await set({ place: 'page=2' })
  expect(store.get().page).toBe(2)
  expect(told).toHaveLength(1)
})

// Rule: M-EMBED-33
test('a filter that is set takes the place of what was typed, also the same one again, and begins at the first page', async () => {
  const { store, set, rest } = setUp({ filter: 'ana' })
  store.change({ filter: 'x', page: 4, chart: 'table' })
  rest()
  await set({ filter: 'ana' })
  expect(store.get()).toEqual({ ...FIRST_VIEW, filter: 'ana', chart: 'table' })
})

// Rule: M-EMBED-34, M-EMBED-66
test.each([[['filter', 'place']], [['place', 'filter']]] as const)(
  'filter and place that are set in one go mean the same in each order: %j',
  async (names) => {
    const attributes: Record<'filter' | 'place', string | null> = { filter: null, place: null }
    const { filter, place } = { filter: () => attributes.filter, place: () => attributes.place }
    const sync = createViewSync({ filter, place, onViewChange: () => undefined })
    Object.assign(attributes, { filter: 'ana', place: 'filter=bia&page=2' })
    for (const name of names) sync.take(name)
    await Promise.resolve()
    expect(sync.store.get()).toMatchObject({ filter: 'bia', page: 2 })
  },
)

test('nothing is told, and nothing taken over, once it is disposed', async () => {
  const { sync, store, told, set, rest } = setUp()
  store.change({ page: 2 })
  sync.dispose()
  await set({ place: 'page=5' })
  rest()
  expect(told).toEqual([])
  expect(store.get().page).toBe(2)
})
