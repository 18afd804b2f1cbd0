import { array, type output, type ZodMiniType } from 'zod/mini'

export const parseRows = <Schema extends ZodMiniType>(row: Schema, rows: readonly unknown[]): output<Schema>[] =>
  array(row).parse(rows)
