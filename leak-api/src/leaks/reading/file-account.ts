import type { FileAccount, FileEnd, LineCounts } from './credential.ts'
import type { Rows } from './rows.ts'

export const NO_LINES: LineCounts = { credentials: 0, rejected: 0, skipped: 0, ignored: 0, further: 0 }

export const createAccount = (path: string) => {
  const counts = { ...NO_LINES }
  return {
    add: ({ rows, ignored }: Rows) => {
      for (const { row } of rows) {
        if (row.kind === 'credential') counts.credentials += 1
        else counts[row.kind] += 1
      }
      counts.ignored += ignored
    },
    rows: () => counts.credentials + counts.rejected + counts.skipped,
    endedBy: (end: FileEnd): FileAccount => {
      const lines = end.end === 'read' ? end.lines : undefined
      const { credentials, rejected, skipped, ignored } = counts
      const further = lines === undefined ? 0 : lines - credentials - rejected - skipped - ignored
      return { path, ...counts, further, ...end }
    },
  }
}
