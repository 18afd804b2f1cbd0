import type { Sql } from '@atalaia/database'

export type PersonalData = {
  readonly table: string
  /** In English, for the list of docs/privacy.md. */
  readonly what: string
  readonly until: string
  readonly rows: (account: { readonly id: string; readonly email: string }) => Sql
}
