import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '@atalaia/stack/testing/temporary-folder'

const runner = join(process.cwd(), 'scripts', 'run.mjs')

const start = (source: string, args: readonly string[] = []) => {
  const script = join(temporaryFolder(), 'script.ts')
  writeFileSync(script, source)
  const env = { ...process.env }
  // Under `npm test` these tests themselves run in an npm script.
  delete env['npm_lifecycle_event']
  const child = spawn(process.execPath, [runner, script, ...args], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  const said: string[] = []
  child.stdout.setEncoding('utf8').on('data', (text: string) => said.push(text))
  const ended = once(child, 'close').then(([code]) => ({ code: Number(code), output: said.join('') }))
  return { child, ended, began: once(child.stdout, 'data') }
}

test('a script runs under the pinned Node with its arguments, and its exit code comes back', async () => {
  const { ended } = start('console.log(process.version, process.argv.slice(2).join()); process.exitCode = 7', [
    'a',
    '--b',
  ])
  expect(await ended).toEqual({ code: 7, output: expect.stringMatching(/^v24\.\d+\.\d+ a,--b\n$/) })
})

test('one Ctrl-C that arrives twice reaches the script once', async () => {
  const { child, ended, began } = start(`
    process.on('SIGINT', () => {
      console.log('interrupted')
      // Whoever sends the signal a second time has done so by then.
      setTimeout(() => process.exit(0), 300)
    })
    console.log('ready')
    setInterval(() => undefined, 1000)`)
  await began
  child.kill('SIGINT')
  await once(child.stdout, 'data')
  child.kill('SIGINT')
  expect(await ended).toEqual({ code: 0, output: 'ready\ninterrupted\n' })
})

test('a script ends when the runner is killed and can pass no signal on', async () => {
  const { child, ended, began } = start(`
    process.on('SIGTERM', () => {
      console.log('ended')
      process.exit(0)
    })
    console.log('ready')
    setInterval(() => undefined, 1000)`)
  await began
  child.kill('SIGKILL')
  expect((await ended).output).toBe('ready\nended\n')
})
