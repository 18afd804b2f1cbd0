import { createUseRecorder } from './observations.ts'
import type { ModuleUse } from './repository/records.ts'
import type { Observations } from './repository/observations-repository.ts'

const DAY_MS = 86_400_000

const setUp = (recordUse = jest.fn<Promise<void>, [ModuleUse]>(async () => undefined)) => {
  const observations: Observations = {
    recordUse,
    recordShell: jest.fn(),
    shellsBefore: jest.fn(),
    recordActivation: jest.fn(),
    evidence: jest.fn(),
    recordMeasures: jest.fn(),
    canaryReports: jest.fn(),
  }
  const record = createUseRecorder({ observations })
  return {
    use: (consumer: string, network: string) =>
      record({ remote: 'mfe-novo', module: './remote', consumer }, network).catch(() => undefined),
    recorded: (consumer: string) => recordUse.mock.calls.filter(([use]) => use.consumer === consumer).length,
    recordedInAll: () => recordUse.mock.calls.length,
  }
}

const PORTAL = 'https://portal.example'
const invent = async (use: (consumer: string, network: string) => Promise<void>, day: number) => {
  for (let at = 0; at < 1000; at += 1) await use(`https://invented-${day}-${at}.example`, `198.18.${at % 20}.0/24`)
}

let now = 0
beforeEach(() => {
  now = Date.UTC(2026, 0, 1)
  jest.spyOn(Date, 'now').mockImplementation(() => now)
})
afterEach(() => jest.restoreAllMocks())

// Threat: T-PUBLISH-5
test('who invents a thousand portals each day does not keep a known portal from being recorded again', async () => {
  const { use, recorded } = setUp()
  await use(PORTAL, '203.0.113.0/24')
  for (let day = 1; day <= 3; day += 1) {
    now += DAY_MS
    await invent(use, day)
    await use(PORTAL, '203.0.113.0/24')
    expect(recorded(PORTAL)).toBe(day + 1)
  }
})

// Threat: T-PUBLISH-5
test('of all networks a thousand new uses are recorded in a day, and a new portal has its turn on the next', async () => {
  const { use, recorded, recordedInAll } = setUp()
  await invent(use, 1)
  await use(PORTAL, '203.0.113.0/24')
  expect([recorded(PORTAL), recordedInAll()]).toEqual([0, 1000])
  now += DAY_MS
  await use(PORTAL, '203.0.113.0/24')
  await use(PORTAL, '203.0.113.0/24')
  expect(recorded(PORTAL)).toBe(1)
})

test('a portal that was not seen for 30 days is a new one', async () => {
  const { use, recorded } = setUp()
  await use(PORTAL, '203.0.113.0/24')
  now += 30 * DAY_MS
  await invent(use, 1)
  await use(PORTAL, '203.0.113.0/24')
  expect(recorded(PORTAL)).toBe(1)
})

test('uses that the database does not take use up no room, and are recorded with the next request', async () => {
  const failing = jest.fn<Promise<void>, [ModuleUse]>(async () => Promise.reject(new Error('away')))
  const { use, recorded } = setUp(failing)
  for (let at = 0; at < 60; at += 1) await use(`https://portal-${at}.example`, '203.0.113.0/24')
  failing.mockImplementation(async () => undefined)
  await use(PORTAL, '203.0.113.0/24')
  await use('https://portal-1.example', '203.0.113.0/24')
  expect([recorded(PORTAL), recorded('https://portal-1.example')]).toEqual([1, 2])
})
