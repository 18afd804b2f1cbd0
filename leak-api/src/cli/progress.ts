import type { ImportProgress } from '../importing/import-protocol.ts'

const number = new Intl.NumberFormat('en')
const QUIET_MS = 5000

const spell = (seconds: number): string => {
  if (seconds < 60) return `${Math.ceil(seconds)} s`
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ${Math.ceil(seconds % 60)} s`
  return `${Math.floor(seconds / 3600)} h ${Math.ceil((seconds % 3600) / 60)} min`
}

/** One line about how far the import is. */
export const progressText = (progress: ImportProgress, totalBytes: number, seconds: number): string => {
  const share = totalBytes === 0 ? 1 : Math.min(progress.bytes / totalBytes, 1)
  const left = share === 0 ? 0 : (seconds / share) * (1 - share)
  return [
    `${number.format(progress.read)} lines`,
    `${Math.floor(share * 100)} %`,
    `${number.format(Math.round(progress.read / Math.max(seconds, 0.001)))} lines/s`,
    `${spell(left)} left`,
  ].join(' · ')
}

export type ProgressScreen = { readonly isTTY?: boolean; write(text: string): unknown }

/** On a terminal one line that is written anew, elsewhere a line every five seconds. */
export const createProgress = (screen: ProgressScreen, totalBytes: number) => {
  const started = performance.now()
  let lastLine = started
  let dirty = false
  return {
    show: (progress: ImportProgress) => {
      const now = performance.now()
      const text = progressText(progress, totalBytes, (now - started) / 1000)
      if (screen.isTTY === true) {
        screen.write(`\r\u001b[K${text}`)
        dirty = true
      } else if (now - lastLine >= QUIET_MS) {
        screen.write(`${text}\n`)
        lastLine = now
      }
    },
    clear: () => {
      if (dirty) screen.write('\r\u001b[K')
      dirty = false
    },
  }
}
