import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'

const program = join(import.meta.dirname, '../testing/stopping-process.ts')

const start = (...args: string[]) => {
  const child = fork(program, args, { execArgv: [], stdio: ['ignore', 'pipe', 'pipe', 'ipc'] })
  const streams = [child.stdout, child.stderr].map((stream) => (stream ? text(stream) : ''))
  const ended = Promise.all([once(child, 'exit'), ...streams]).then(([[code], out, err]) => ({ code, out, err }))
  return { child, ended, up: once(child, 'message') }
}

test.each(['SIGTERM', 'SIGINT'] as const)(
  '%s closes once and ends with 0, and the reason is logged',
  async (signal) => {
    const { child, ended, up } = start()
    await up
    child.kill(signal)
    expect(await ended).toEqual({ code: 0, out: `stopping {"reason":"${signal}"}\nclosed\n`, err: '' })
  },
)

test('further signals during the shutdown do not cut it off', async () => {
  const { child, ended, up } = start('slow')
  await up
  child.kill('SIGINT')
  await once(child, 'message')
  child.kill('SIGTERM')
  child.kill('SIGINT')
  expect(await ended).toEqual({ code: 0, out: 'stopping {"reason":"SIGINT"}\nclosed\n', err: '' })
})

test('when the parent process is gone, it stops', async () => {
  const { child, ended, up } = start()
  await up
  child.disconnect()
  expect(await ended).toMatchObject({ code: 0, out: 'stopping {"reason":"disconnect"}\nclosed\n' })
})

test('it can be told to stop', async () => {
  expect(await start('quick', 'stop').ended).toMatchObject({ code: 0, out: 'stopping {"reason":"told to"}\nclosed\n' })
})

test('an error that nobody caught is logged, not dumped, and ends with 1 after closing', async () => {
  const { ended } = start('quick', 'throw')
  expect(await ended).toEqual({ code: 1, out: 'stopping after an uncaught error ["err"]\nclosed\n', err: '' })
})

test.each([
  ['endless', 'stopping took too long ["graceMs"]'],
  ['failing', 'stopping failed ["err"]'],
])('a close that is %s ends with 1', async (closing, line) => {
  const { child, ended, up } = start(closing)
  await up
  child.kill('SIGTERM')
  expect(await ended).toEqual({ code: 1, out: `stopping {"reason":"SIGTERM"}\n${line}\n`, err: '' })
})
