import { spawn } from 'node:child_process'
import { root } from '@atalaia/stack'

/** Forwards output and signals; returns the exit code. */
export const runStreamed = (
  command: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  cwd = root,
  stdin: 'ignore' | 'inherit' = 'ignore',
): Promise<number> =>
  new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd, env, stdio: [stdin, 'inherit', 'inherit'] })
    const handOn = (signal: NodeJS.Signals) => child.kill(signal)
    const signals: readonly NodeJS.Signals[] = ['SIGINT', 'SIGTERM', 'SIGHUP']
    for (const signal of signals) process.on(signal, handOn)
    child.once('error', reject)
    child.once('exit', (code) => {
      for (const signal of signals) process.off(signal, handOn)
      resolve(code ?? 1)
    })
  })
