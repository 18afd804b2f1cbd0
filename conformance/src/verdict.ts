import type { Stage } from './stage/stage.ts'

/** What was seen of one promise. */
export type Verdict =
  | { readonly kind: 'kept' }
  | { readonly kind: 'not kept'; readonly why: string }
  | { readonly kind: 'not applicable'; readonly why: string }

/** One promise to the portals, and how it is seen to be kept. */
export type Check = {
  /** Kebab-case, unique; `--only` takes it. */
  readonly id: string
  readonly chapter: 'good guest' | 'bad use'
  readonly promise: string
  run(stage: Stage): Promise<Verdict>
}

export const notApplicable = (why: string): Verdict => ({ kind: 'not applicable', why })

/** Kept when there is nothing to say against it. */
export const keptUnless = (problems: readonly string[]): Verdict =>
  problems.length === 0 ? { kind: 'kept' } : { kind: 'not kept', why: [...new Set(problems)].join('; ') }
