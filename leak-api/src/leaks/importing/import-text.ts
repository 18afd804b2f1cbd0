import { READER } from '../reading/reader.ts'
import { accountText } from './file-totals.ts'
import type { ListedImport } from './imports-listing.ts'
import type { ImportDone, ImportProgress } from './run-import.ts'
import type { Source } from './sources-repository.ts'

const number = new Intl.NumberFormat('en')
const QUIET_MS = 5000
const SHOWN_SILENT = 10

const spell = (duration: number): string => {
  const seconds = Math.ceil(duration)
  if (seconds < 60) return `${seconds} s`
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ${seconds % 60} s`
  const minutes = Math.ceil(seconds / 60)
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}

export const progressText = (progress: ImportProgress, totalBytes: number, seconds: number): string => {
  const share = totalBytes === 0 ? 1 : Math.min(progress.bytes / totalBytes, 1)
  const left = share === 0 ? 0 : (seconds / share) * (1 - share)
  const { renewed, organisations, settled } = progress
  if (settled !== undefined) return `${number.format(progress.read)} lines · ${Math.floor(settled * 100)} % written`
  if (renewed !== undefined && organisations !== undefined)
    return `${number.format(progress.read)} lines · numbers of ${number.format(renewed)} of ${number.format(organisations)} organisations`
  return [
    `${number.format(progress.read)} lines`,
    `${Math.floor(share * 100)} %`,
    `${number.format(Math.round(progress.read / Math.max(seconds, 0.001)))} lines/s`,
    `${spell(left)} left`,
  ].join(' · ')
}

export type ProgressScreen = { readonly isTTY?: boolean; write(text: string): unknown }

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

const column = (label: string, value: string) => `  ${label.padEnd(16)}${value.padStart(14)}`

export const resultText = (fileName: string, done: ImportDone): string => {
  const rate = number.format(Math.round(done.read / Math.max(done.seconds, 0.001)))
  const lines = [
    `Imported ${fileName} as source "${done.source}" in ${done.seconds.toFixed(1)} s (${rate} lines/s)`,
    column('lines read', number.format(done.read)),
    column('new', number.format(done.added)),
    column('already known', number.format(done.known)),
    column('rejected', number.format(done.rejected)),
  ]
  if (done.skipped > 0) lines.push(column('no address', number.format(done.skipped)))
  if (done.unclosed > 0)
    lines.push(`${number.format(done.unclosed)} lines open a quote and do not close it: read as they stand`)
  for (const id of done.replaced ?? []) lines.push(`Import ${id}, by an older reader, is taken back`)
  for (const id of done.kept ?? [])
    lines.push(`Import ${id}, by an older reader, stays: this one is incomplete, or found less than half of it`)
  const { files, silent, accounts } = done
  const ends = Object.entries(files).filter(([, count]) => count > 0)
  if (files.read + files.facts + files.skipped + files.unread > 1)
    lines.push(`Files: ${ends.map(([end, count]) => `${number.format(count)} ${end}`).join(', ')}`)
  lines.push(...accounts.map((file) => `  ${file.path}: ${accountText(file)}`))
  if (done.added + done.known === 0) lines.push('No credential was found: no login of it is an e-mail address')
  if (silent.count > 0)
    lines.push(
      `${number.format(silent.count)} files name passwords, and none was read of them:`,
      ...silent.first.slice(0, SHOWN_SILENT).map((path) => `  ${path}`),
    )
  if (files.unread > 0) lines.push(`${number.format(files.unread)} files could not be read`)
  if (done.rejectsFile !== null) lines.push(`Rejected lines, by number and reason: ${done.rejectsFile}`)
  return `${lines.join('\n')}\n`
}

/** Exit code of an import that may have lost credentials (M-IMPORT-75). */
export const INCOMPLETE = 3

export const isIncomplete = ({ added, known, silent, files }: ImportDone): boolean =>
  added + known === 0 || silent.count > 0 || files.unread > 0

export const knownFileText = ({ id, source, finishedAt }: Pick<ListedImport, 'id' | 'source' | 'finishedAt'>): string =>
  `The same file was imported as import ${id} into "${source}"${finishedAt === null ? ', and was cut off' : ` (${finishedAt})`}\n`

const noteOf = ({ status, pending, reader }: ListedImport): string => {
  if (status === 'removing') return 'being removed'
  if (pending > 0) return `${pending} organisations to go`
  return reader < READER ? 'by an older reader' : ''
}

export const importsText = (imports: readonly ListedImport[]): string => {
  if (imports.length === 0) return 'No imports yet.\n'
  const rows = imports.map((one) => [
    one.id,
    one.finishedAt ?? one.status,
    one.by ?? '-',
    one.source,
    one.file,
    one.fileHash?.slice(0, 12) ?? 'unknown',
    ...[one.read, one.added, one.known, one.rejected, one.skipped].map((count) => number.format(count)),
    noteOf(one),
  ])
  const head = ['id', 'ended', 'by', 'source', 'file', 'hash', 'read', 'new', 'known', 'rejected', 'skipped', '']
  const widths = head.map((label, at) => Math.max(label.length, ...rows.map((row) => row[at]?.length ?? 0)))
  const line = (row: readonly string[]) =>
    row
      .map((text, at) => text.padEnd(widths[at] ?? 0))
      .join('  ')
      .trimEnd()
  return `${[head, ...rows].map(line).join('\n')}\n`
}

type ListedSource = Pick<Source, 'name' | 'imports' | 'olderImports' | 'leaks' | 'lastImport'>

export const sourcesText = (sources: readonly ListedSource[]): string => {
  if (sources.length === 0) return 'No sources yet.\n'
  const width = Math.max(...sources.map(({ name }) => name.length), 'source'.length)
  const row = (name: string, imports: string, leaks: string, last: string) =>
    `${name.padEnd(width)}  ${imports.padStart(7)}  ${leaks.padStart(14)}  ${last}`
  const rows = sources.map(({ name, imports, leaks, lastImport }) =>
    row(name, number.format(imports), number.format(leaks), lastImport ?? (imports === 0 ? '-' : 'not finished')),
  )
  const older = sources.flatMap(({ name, olderImports }) =>
    olderImports === 0 ? [] : [`${name}: imports by an older reader: ${olderImports}. Import their files again.`],
  )
  return `${[row('source', 'imports', 'leaks', 'last import'), ...rows, ...older].join('\n')}\n`
}
