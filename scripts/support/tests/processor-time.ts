import { readdirSync, readFileSync } from 'node:fs'

export type ProcessTimes = {
  readonly pid: number
  readonly parent: number
  readonly start: number
  readonly own: number
  /** Ticks of ended, awaited children. */
  readonly waited: number
}

/** A second, on every architecture of Node. */
const TICKS = 100

const readTimes = (pid: number): ProcessTimes | undefined => {
  try {
    // The name in the second field may have spaces and brackets. See proc_pid_stat(5): field 3 is the first here.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
      .map(Number)
    const [parent = 0, user = 0, system = 0, waitedUser = 0, waitedSystem = 0, start = 0] = [1, 11, 12, 13, 14, 19].map(
      (at) => fields[at],
    )
    return { pid, parent, start, own: user + system, waited: waitedUser + waitedSystem }
  } catch {
    // It has ended.
    return undefined
  }
}

const readProcesses = (): readonly ProcessTimes[] => {
  try {
    const pids = readdirSync('/proc').map(Number).filter(Boolean)
    return pids.map(readTimes).filter((times) => times !== undefined)
  } catch {
    // A system without /proc.
    return []
  }
}

type Followed = { times: ProcessTimes; isAlive: boolean; readonly children: Followed[] }

/**
 * Samples processes while running: browsers do not wait for theirs, so parents' times lack them.
 * Call `sample` once a second. `seconds` is `undefined` without /proc.
 */
export const followProcessor = (root: number = process.pid, read = readProcesses) => {
  const followed = new Map<string, Followed>()
  let first: Followed | undefined

  const sample = (): void => {
    const seen = read()
    for (const each of followed.values()) each.isAlive = false
    const alive = new Map<number, Followed>()
    const visit = (times: ProcessTimes, parent: Followed | undefined): void => {
      const key = `${times.pid} ${times.start}`
      const known = followed.get(key)
      const entry = known ?? { times, isAlive: true, children: [] }
      Object.assign(entry, { times, isAlive: true })
      alive.set(times.pid, entry)
      if (known) return
      followed.set(key, entry)
      if (parent) parent.children.push(entry)
      else first ??= entry
    }
    for (const times of seen)
      if (times.pid === root || followed.has(`${times.pid} ${times.start}`)) visit(times, undefined)
    // Newly started ones, a generation at a time.
    for (let found = true; found;) {
      const next = seen.filter(({ pid, parent }) => !alive.has(pid) && alive.has(parent))
      for (const times of next) visit(times, alive.get(times.parent))
      found = next.length > 0
    }
  }

  /** For ended children the larger sum counts: awaited, or seen. */
  const total = ({ times, children }: Followed): number => {
    const sum = (of: readonly Followed[]) => of.reduce((ticks, child) => ticks + total(child), 0)
    const ended = sum(children.filter(({ isAlive }) => !isAlive))
    return times.own + Math.max(times.waited, ended) + sum(children.filter(({ isAlive }) => isAlive))
  }

  return { sample, seconds: (): number | undefined => (first ? total(first) / TICKS : undefined) }
}
