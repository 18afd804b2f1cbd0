import type { ImportDone } from '../importing/import-protocol.ts'
import type { Source } from '../importing/import-protocol.ts'

const number = new Intl.NumberFormat('en')

const column = (label: string, value: string) => `  ${label.padEnd(16)}${value.padStart(14)}`

/** What came of an import, for people. */
export const resultText = (fileName: string, done: ImportDone): string => {
  const rate = number.format(Math.round(done.read / Math.max(done.seconds, 0.001)))
  const lines = [
    `Imported ${fileName} as source "${done.source}" in ${done.seconds.toFixed(1)} s (${rate} lines/s)`,
    column('lines read', number.format(done.read)),
    column('new', number.format(done.added)),
    column('already known', number.format(done.known)),
    column('rejected', number.format(done.rejected)),
  ]
  if (done.rejectsFile !== null) lines.push(`Rejected lines, by number and reason: ${done.rejectsFile}`)
  return `${lines.join('\n')}\n`
}

/** The sources as a table. */
export const sourcesText = (sources: readonly Source[]): string => {
  if (sources.length === 0) return 'No sources yet.\n'
  const width = Math.max(...sources.map(({ name }) => name.length), 'source'.length)
  const row = (name: string, imports: string, leaks: string, last: string) =>
    `${name.padEnd(width)}  ${imports.padStart(7)}  ${leaks.padStart(14)}  ${last}`
  const rows = sources.map(({ name, imports, leaks, lastImport }) =>
    row(name, number.format(imports), number.format(leaks), lastImport ?? 'not finished'),
  )
  return `${[row('source', 'imports', 'leaks', 'last import'), ...rows].join('\n')}\n`
}
