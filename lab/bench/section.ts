/** Smaller is better. */
export type Figure = {
  /** Unique in its section, equal in every run. */
  readonly name: string
  readonly unit: 'ms' | 'bytes' | 'rounds'
  readonly values: readonly number[]
}

/** One line; `goal` limits it. */
export type Row = {
  readonly what: string
  readonly value: string
  readonly goal?: string
  readonly met?: boolean
  /** No design of these bytes goes below. */
  readonly floor?: string
  /** The measurement of the row, for `npm run lab -- bench compare`. */
  readonly figures?: readonly Figure[]
}

export type SectionOptions = {
  /** Opponents' names. Default: all. */
  readonly against?: readonly string[]
  /** Visits of each variant (default: 7), or rounds of import and servers (default: 5). */
  readonly visits?: number
  /** Millions of rows. Default: 1. */
  readonly rows?: number
  /** Time limit of section `leaks`. Default: 25. */
  readonly minutes?: number
}

/** A part of the table, with its own setup and cleanup. */
export type Section = { readonly name: string; run(options: SectionOptions): Promise<Row[]> }
