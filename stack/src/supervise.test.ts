import type { End, Listening, Service } from './service.ts'
import { startService } from './service.ts'
import { supervise } from './supervise.ts'

const setUp = () => {
  const ends: ((end: End) => void)[] = []
  const places: (Listening | undefined)[] = []
  const [lines, delays]: [string[], number[]] = [[], []]
  let time = 0
  const stop = async () => ends.at(-1)?.({ name: 'gateway', reason: 'stopped' })
  const started = supervise({
    name: 'gateway',
    start: (before): Service => {
      places.push(before)
      const ended = new Promise<End>((resolve) => ends.push(resolve))
      return { listening: Promise.resolve({ type: 'listening', url: 'http://a' }), ended, stop, kill: stop }
    },
    log: (line) => lines.push(line),
    now: () => time,
    wait: async (milliseconds) => delays.push(milliseconds),
  })
  const die = async () => {
    const runs = ends.length
    ends.at(-1)?.({ name: 'gateway', reason: 'ended by SIGKILL' })
    for (let turn = 0; turn < 20 && ends.length === runs; turn += 1) await Promise.resolve()
  }
  return { started, die, lines, delays, places, ends, advance: (milliseconds: number) => (time += milliseconds) }
}

// Rule: M-START-1
test('a server that died is started again where it was, later each time, and it is said', async () => {
  const { die, lines, delays, places } = setUp()
  for (let deaths = 0; deaths < 5; deaths += 1) await die()
  expect(delays).toEqual([500, 1000, 2000, 4000, 8000])
  expect(places.slice(1)).toEqual(Array.from({ length: 5 }, () => ({ type: 'listening', url: 'http://a' })))
  expect(lines.slice(0, 2)).toEqual(['gateway ended by SIGKILL: it is started again in 0.5 s', 'gateway runs again'])
})

// Rule: M-START-1
test('five restarts within a minute are the last', async () => {
  const { started, die, ends } = setUp()
  for (let deaths = 0; deaths < 6; deaths += 1) await die()
  expect(ends).toHaveLength(6)
  expect(await started.ended).toEqual({
    name: 'gateway',
    reason: 'ended by SIGKILL, after 5 restarts within a minute',
  })
})

test('restarts of more than a minute ago do not count', async () => {
  const { die, delays, ends, advance } = setUp()
  for (let deaths = 0; deaths < 5; deaths += 1) await die()
  advance(60_000)
  await die()
  expect([ends.length, delays.at(-1)]).toEqual([7, 500])
})

test('a server that is stopped stays down', async () => {
  const { started, ends } = setUp()
  await started.listening
  await started.stop()
  expect((await started.ended).reason).toBe('stopped')
  expect(ends).toHaveLength(1)
})

test('a process that is killed answers again at the same address', async () => {
  const lines: string[] = []
  const started = supervise({
    name: 'mortal',
    start: (before) =>
      startService({
        name: 'mortal',
        script: 'stack/testing/mortal-server.mjs',
        env: { ...process.env, PORT: before ? new URL(before.url).port : '0' },
      }),
    log: (line) => lines.push(line),
  })
  const { url } = await started.listening
  const first = await (await fetch(url)).text()
  await expect(fetch(`${url}/die`)).rejects.toThrow('fetch failed')
  const second = await new Promise<string>((resolve) => {
    const ask = () => void fetch(url).then(async (answer) => resolve(await answer.text()), ask)
    ask()
  })
  expect(second).not.toBe(first)
  expect(lines[0]).toContain('mortal ended by SIGKILL')
  await started.stop()
})
