/** Calls of one kind. Times are milliseconds from when a call was due, ascending. */
export type Kind = { readonly times: readonly number[]; readonly failures: readonly string[] }

/** One answer of `GET /healthz`; `at` is a time since the epoch that no clock change moves. */
export type HealthLook = { readonly at: number; readonly status: number }

/** The calls of ordinary people, and how they went. */
export type Felt = {
  readonly pages: Kind
  readonly api: Kind
  readonly health: readonly HealthLook[]
  /** The addresses that the API confirmed as added, with the person who added them. */
  readonly written: readonly { readonly person: number; readonly email: string }[]
}

/** Milliseconds since the epoch that no clock change moves. */
export const now = (): number => performance.timeOrigin + performance.now()
