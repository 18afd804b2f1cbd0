export type Kind = { readonly times: readonly number[]; readonly failures: readonly string[] }

/** `at`: epoch time, unaffected by clock changes. */
export type HealthLook = { readonly at: number; readonly status: number }

export type Felt = {
  readonly pages: Kind
  readonly api: Kind
  readonly health: readonly HealthLook[]
  readonly written: readonly { readonly person: number; readonly email: string }[]
}

/** Milliseconds since the epoch, unaffected by clock changes. */
export const now = (): number => performance.timeOrigin + performance.now()
