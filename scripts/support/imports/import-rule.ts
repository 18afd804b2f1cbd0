import type { OxlintOverride } from 'oxlint'

/** One row of the tables of who may import whom. */
export type ImportRow = {
  /** The files that the row is about, as globs. A later row about a file takes the place of an earlier one. */
  readonly files: readonly [string, ...string[]]
  /**
   * The packages that they may import, by what stands after `@atalaia/`, each with what lies below it: `cli` allows
   * `@atalaia/cli/base` as well. Default: every package.
   */
  readonly packages?: readonly string[]
  /** The folders of their package that they may import, beside the files right above them. Default: every folder. */
  readonly folders?: readonly string[]
  /** Further imports that are refused, as globs; one with `!` is an exception to those before it. */
  readonly refused?: readonly string[]
  /** The way to correct an import that the row refuses. */
  readonly mend: string
  /** More imports that are refused, each with its own words. */
  readonly also?: readonly { readonly refused: readonly string[]; readonly mend: string }[]
  /** Names of a module that may not be imported, while the module's other names may. */
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

/** The linter's rule for one row. Its message names what may be imported, and how to mend what it finds. */
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
