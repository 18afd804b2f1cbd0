import { readFile } from 'node:fs/promises'
import { nullable, number, object, string } from 'zod/mini'

/** Lock of PGlite versions. `born` detects a reused process number. */
const lockSchema = object({ pid: number(), born: nullable(string()) })

const bornOf = async (pid: number): Promise<string | null> => {
  try {
    const [boot, status] = await Promise.all([
      readFile('/proc/sys/kernel/random/boot_id', 'utf8'),
      readFile(`/proc/${pid}/stat`, 'utf8'),
    ])
    // The 22nd field of proc_pid_stat(5), counted from behind the name, which may hold anything.
    return `${boot.trim()} ${status.slice(status.lastIndexOf(')') + 2).split(' ')[19]}`
  } catch {
    return null
  }
}

/** The running process that holds `lock`. */
export const holderOf = async (lock: string): Promise<number | undefined> => {
  try {
    const { pid, born } = lockSchema.parse(JSON.parse(await readFile(lock, 'utf8')))
    process.kill(pid, 0)
    return born === (await bornOf(pid)) ? pid : undefined
  } catch {
    return undefined
  }
}
