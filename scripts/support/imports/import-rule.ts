import type { OxlintOverride } from 'oxlint'

export type ImportRow = {
  /** Globs; the last matching row applies. */
  readonly files: readonly [string, ...string[]]
  /**
   * By the name after `@atalaia/`, with subpaths: `cli` allows `@atalaia/cli/base`. Default: every
   * package.
   */
  readonly packages?: readonly string[]
  /** Importable folders of the package, and always the files right above. Default: every folder. */
  readonly folders?: readonly string[]
  /** Globs; `!` marks exceptions to earlier ones. */
  readonly refused?: readonly string[]
  readonly mend: string
  /** Each with its own words. */
  readonly also?: readonly { readonly refused: readonly string[]; readonly mend: string }[]
  readonly names?: { readonly from: string; readonly refused: readonly string[]; readonly mend: string }
}

export const REACT = ['react', 'react-*']

/** The shell and the remotes, by their names and by their sources. */
export const APPS = ['mfe-*', 'host-shell', '**/host-shell/src/**', '**/mfe-*/src/**']

const allowedIn = (whole: string, names: readonly string[]): string =>
  `of ${whole} ${names.length > 0 ? `only ${names.join(', ')}` : 'nothing'}`

const messageOf = ({ files, packages, folders, mend }: ImportRow): string => {
  const subject = files.map((glob) => glob.replace(/\/\*\*$/, '')).join(', ')
  const allowed = [
    ...(packages ? [allowedIn('@atalaia', packages)] : []),
    ...(folders ? [allowedIn('the folders beside it', folders)] : []),
  ]
  return allowed.length > 0
    ? `${subject} may import ${allowed.join(', and ')} (scripts/support/imports): ${mend}`
    : mend
}

/** Its message lists allowed imports and the remedy. */
export const importRule = (row: ImportRow): OxlintOverride => {
  const { files, packages, folders, refused = [], also = [], names } = row
  const group = [
    ...(packages ? ['@atalaia/**', ...packages.flatMap((name) => [`!@atalaia/${name}`, `!@atalaia/${name}/**`])] : []),
    ...(folders ? ['../**', '!{..,../..}/*.ts', ...folders.map((name) => `!**/${name}/**`)] : []),
    ...refused,
  ]
  const patterns = [
    { group, message: messageOf(row) },
    ...also.map((more) => ({ group: [...more.refused], message: more.mend })),
  ]
  const paths = names && [{ name: names.from, importNames: [...names.refused], message: names.mend }]
  return {
    files: [...files],
    rules: { 'no-restricted-imports': ['error', paths ? { paths, patterns } : { patterns }] },
  }
}
