import type { Sql } from '@atalaia/database'

/** A table in which the database keeps something about the people who have accounts. */
export type PersonalData = {
  readonly table: string
  /** In English, for the list of docs/privacy.md. */
  readonly what: string
  readonly until: string
  /** The rows of an account, with the names that the export shows. */
  readonly rows: (account: { readonly id: string; readonly email: string }) => Sql
}
