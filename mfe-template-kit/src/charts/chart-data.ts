/** A chart's numbers as a table: the first column names the row. */
export type ChartData = {
  readonly columns: readonly string[]
  readonly rows: readonly (readonly (string | number)[])[]
}
