import type { Harness } from './harness/harness.ts'

/** The result of one check. */
export type Verdict =
  | { readonly kind: 'kept' }
  | { readonly kind: 'not kept'; readonly why: string }
  | { readonly kind: 'not applicable'; readonly why: string }

/**
 * The place of what a check does. `page`, the default: the portal's page, in which no other check of this kind goes on.
 * `beside`: the page too, while others go on; it waits more than it works. `tabs`: tabs of its own. `afterwards`: the page,
 * once all others have ended.
 */
export type CheckPlace = 'page' | 'beside' | 'tabs' | 'afterwards'

/** One promise to the portals, and the function that checks it. */
export type Check = {
  /** Kebab-case, unique; `--only` takes it. */
  readonly id: string
  readonly chapter: 'good guest' | 'bad use'
  readonly promise: string
  readonly place?: CheckPlace
  run(harness: Harness): Promise<Verdict>
}

export const notApplicable = (why: string): Verdict => ({ kind: 'not applicable', why })

/** `kept` when there is no problem, otherwise `not kept` with the problems as its reason. */
export const keptUnless = (problems: readonly string[]): Verdict =>
  problems.length === 0 ? { kind: 'kept' } : { kind: 'not kept', why: [...new Set(problems)].join('; ') }
