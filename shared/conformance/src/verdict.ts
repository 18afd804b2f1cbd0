import type { Door } from './door.ts'
import type { Harness } from './harness/harness.ts'

export type Verdict =
  | { readonly kind: 'kept' }
  | { readonly kind: 'not kept'; readonly why: string }
  /** `known`: true at this door for every portal. */
  | { readonly kind: 'not applicable'; readonly why: string; readonly known?: true }

/**
 * `page`, the default: the page without other such checks. `beside`: the page, while checks run.
 * `tabs`: separate tabs. `afterwards`: the page after all checks.
 */
export type CheckPlace = 'page' | 'beside' | 'tabs' | 'afterwards'

export type Check = {
  /** Unique kebab-case, for `--only`. */
  readonly id: string
  readonly chapter: 'good guest' | 'bad use'
  readonly promise: string
  readonly place?: CheckPlace
  readonly notAt?: Partial<Readonly<Record<Door, string>>>
  run(harness: Harness): Promise<Verdict>
}

export const notApplicable = (why: string): Verdict => ({ kind: 'not applicable', why })

export const keptUnless = (problems: readonly string[]): Verdict =>
  problems.length === 0 ? { kind: 'kept' } : { kind: 'not kept', why: [...new Set(problems)].join('; ') }

/** Unexpectedly inapplicable promises, except `maySkip`: they went unchecked (M-EMBED-40). */
export const unnoticed = (
  results: readonly { readonly id: string; readonly verdict: Verdict }[],
  maySkip: readonly string[],
): readonly string[] =>
  results
    .filter(({ id, verdict }) => verdict.kind === 'not applicable' && !verdict.known && !maySkip.includes(id))
    .map(({ id }) => id)
