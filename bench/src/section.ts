/** One measured figure; `goal` is what it is held against. */
export type Row = { readonly what: string; readonly value: string; readonly goal?: string; readonly met?: boolean }

/** A part of the table; it brings what it needs and takes it away again. */
export type Section = { readonly name: string; run(): Promise<Row[]> }
