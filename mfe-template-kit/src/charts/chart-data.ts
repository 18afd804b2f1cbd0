export type ChartData = {
  readonly columns: readonly string[]
  readonly rows: readonly (readonly (string | number)[])[]
}
