import { csvText } from '@atalaia/contracts/spreadsheet'
import type { FileAccount } from '../reading/credential.ts'

/** Files by their end (M-IMPORT-74). */
export type FileTotals = {
  readonly read: number
  readonly facts: number
  readonly skipped: number
  readonly unread: number
}

export const NO_FILES: FileTotals = { read: 0, facts: 0, skipped: 0, unread: 0 }

export const plusFiles = (one: FileTotals, other: FileTotals): FileTotals => ({
  read: one.read + other.read,
  facts: one.facts + other.facts,
  skipped: one.skipped + other.skipped,
  unread: one.unread + other.unread,
})

export const totalsOf = (files: readonly FileAccount[]): FileTotals => {
  const totals = { ...NO_FILES }
  for (const { end } of files) totals[end] += 1
  return totals
}

/** Names passwords, but none was read (M-IMPORT-75). */
export const isSilent = (file: FileAccount): boolean => file.end === 'skipped' && file.isSilent

const number = new Intl.NumberFormat('en')

export const accountText = (file: FileAccount): string => {
  if (file.end === 'facts') return 'facts: of the log alone'
  if (file.end !== 'read') return `${file.end}: ${file.reason}`
  const { format, lines, credentials, rejected, skipped, ignored, further } = file
  const parts = [
    `${number.format(credentials)} credentials`,
    `${number.format(rejected)} rejected`,
    `${number.format(skipped)} skipped`,
    `${number.format(ignored)} ignored`,
    ...(further > 0 ? [`${number.format(further)} further`] : []),
  ]
  return `read: ${format}: ${lines === undefined ? '' : `${number.format(lines)} lines = `}${parts.join(' + ')}`
}

export const accountRow = (file: FileAccount): string => `${csvText(file.path)},${csvText(accountText(file))},\n`

/** `silent`: files that name passwords, with none read (M-IMPORT-75). */
export type ImportFiles = {
  readonly files: FileTotals
  readonly silent: { readonly count: number; readonly first: readonly string[] }
  /** With `explain`, the first ones; the rejects file has all. */
  readonly accounts: readonly FileAccount[]
}

export type BatchFiles = {
  readonly files: FileTotals
  readonly silent: readonly string[]
  /** With `explain`. */
  readonly accounts: readonly FileAccount[]
}

const MAX_SHOWN = 100
export const NO_ABOUT: ImportFiles = { files: NO_FILES, silent: { count: 0, first: [] }, accounts: [] }

export const plusAbout = (about: ImportFiles, { files, silent, accounts }: BatchFiles): ImportFiles => ({
  files: plusFiles(about.files, files),
  silent: {
    count: about.silent.count + silent.length,
    first: [...about.silent.first, ...silent].slice(0, MAX_SHOWN),
  },
  accounts: [...about.accounts, ...accounts].slice(0, MAX_SHOWN),
})
