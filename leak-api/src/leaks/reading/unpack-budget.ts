import type { Budget } from './unpack-gzip.ts'

/**
 * The costs of a packed file so far. Archives and files count on all levels; `waitedMs` is the time in which the process that
 * unpacks was waited for.
 */
export type UnpackBudget = Budget & { archives: number; files: number; waitedMs: number }

export const newBudget = (): UnpackBudget => ({ packed: 0, unpacked: 0, archives: 0, files: 0, waitedMs: 0 })

/** The most that a file may cost, by {@link UnpackBudget}'s names. */
export type UnpackLimits = { readonly archives: number; readonly files: number; readonly waitedMs: number }

const KIB = 1024
/** The longest that a timer of Node waits. */
const MAX_TIMER_MS = 2 ** 31 - 1

/**
 * The most that a file may cost, which grows with its packed size alone (M-IMPORT-23).
 * - `archives`: opening one takes some 10 ms. One with a list of passwords in it has a KiB or more.
 * - `files`: an entry of a zip takes 100 bytes, and in a solid archive a file of a log some hundred.
 * - `waitedMs`: 7-Zip takes half a second for a MiB, and a busy machine ten times that.
 */
export const limitsOf = ({ packed }: Budget): UnpackLimits => ({
  archives: 200 + Math.floor(packed / KIB),
  files: 10_000 + Math.floor(packed / 100),
  waitedMs: Math.min(60_000 + Math.floor(packed / KIB) * 10, MAX_TIMER_MS),
})
