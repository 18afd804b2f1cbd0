/** A table in which the database keeps something about the people who have accounts. */
export type PersonalData = {
  readonly table: string
  /** In English, for the table of docs/privacy.md. */
  readonly what: string
  readonly until: string
  /** The rows of the account `$1`, whose address is `$2`, with the names that the export shows. */
  readonly rows: string
}
