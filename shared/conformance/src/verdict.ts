import type { Door } from './door.ts'
import type { Harness } from './harness/harness.ts'

/** The result of one check. */
export type Verdict =
  | { readonly kind: 'kept' }
  | { readonly kind: 'not kept'; readonly why: string }
  /** `known`: so it is at this door, in every portal. */
  | { readonly kind: 'not applicable'; readonly why: string; readonly known?: true }

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
  /** The doors at which the promise says nothing, each with the reason. Default: none. */
  readonly notAt?: Partial<Readonly<Record<Door, string>>>
  run(harness: Harness): Promise<Verdict>
}

export const notApplicable = (why: string): Verdict => ({ kind: 'not applicable', why })

/** `kept` when there is no problem, otherwise `not kept` with the problems as its reason. */
export const keptUnless = (problems: readonly string[]): Verdict =>
  problems.length === 0 ? { kind: 'kept' } : { kind: 'not kept', why: [...new Set(problems)].join('; ') }

/**
 * The promises that do not apply although they do at this door, but for those of `maySkip`: nobody has looked at them
 * (M-EMBED-40).
 */
export const unnoticed = (
  results: readonly { readonly id: string; readonly verdict: Verdict }[],
  maySkip: readonly string[],
): readonly string[] =>
  results
    .filter(({ id, verdict }) => verdict.kind === 'not applicable' && !verdict.known && !maySkip.includes(id))
    .map(({ id }) => id)
