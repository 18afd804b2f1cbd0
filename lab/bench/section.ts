/** A quantity that was measured once or several times. The smaller, the better. */
export type Figure = {
  /** Unique in its section, and the same in every run. */
  readonly name: string
  readonly unit: 'ms' | 'bytes' | 'rounds'
  readonly values: readonly number[]
}

/** One line of the table; `goal` is what it is held against. */
export type Row = {
  readonly what: string
  readonly value: string
  readonly goal?: string
  readonly met?: boolean
  /** The measurement of the row, for `npm run lab -- bench compare`. */
  readonly figures?: readonly Figure[]
}

export type SectionOptions = {
  /** Names of the opponents that the dashboard is measured against. Default: all. */
  readonly against?: readonly string[]
  /** Visits of each variant of the dashboard, or of the embed, at each speed (default: 7), or rounds of imports (default: 5). */
  readonly visits?: number
  /** Millions of rows of the section `leaks`. Default: 1. */
  readonly rows?: number
  /** Minutes after which the section `leaks` leaves the rest out. Default: 25. */
  readonly minutes?: number
}

/** A part of the table; it brings what it needs and takes it away again. */
export type Section = { readonly name: string; run(options: SectionOptions): Promise<Row[]> }
