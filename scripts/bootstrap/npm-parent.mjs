import { readFileSync } from 'node:fs'

const INTERVAL_MS = 1000

/** Name and parent of a process; undefined where there is no /proc, or no such process. */
const look = (pid) => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const [, name, rest] = /\((.*)\) (.*)/s.exec(stat)
    return { name, parent: Number(rest.split(' ')[1]) }
  } catch {
    return undefined
  }
}

/** npm runs a script through a shell, which outlives a killed npm: both have to be there. */
const npmChain = () => {
  const parent = process.ppid
  const shell = look(parent)
  return shell && /^(ba|da|z)?sh$/.test(shell.name) ? [parent, shell.parent] : [parent]
}

const alive = (pid) => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}

/** Calls `gone` once when the npm that started this process was killed and so could pass no signal on. */
export const watchNpm = (gone) => {
  if (!process.env.npm_lifecycle_event) return
  const chain = npmChain()
  const timer = setInterval(() => {
    if (process.ppid === chain[0] && chain.every(alive)) return
    clearInterval(timer)
    gone()
  }, INTERVAL_MS)
  timer.unref()
}
