import type { Turn } from './rows.ts'

/**
 * The version that everyone got before the newest promotion that still stands; `null`: nothing that was published.
 * A rollback undoes one promotion, so that the next one goes further back and never to what was just taken back.
 */
export const versionBefore = (turns: readonly Turn[]): string | null => {
  const standing: string[] = []
  for (const { action, version, previous } of turns) {
    if (action === 'promote' && version !== null && version !== standing.at(-1)) standing.push(version)
    // The end of a canary leaves what everyone gets as it is.
    if (action === 'rollback' && previous === standing.at(-1)) standing.pop()
  }
  return standing.at(-2) ?? null
}
