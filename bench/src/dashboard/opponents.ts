import { buildSingleSpa } from './build-single-spa.ts'
import {
  buildDefaultFederation,
  buildSingleBundle,
  buildSplitBundle,
  buildYieldingBundle,
  type Variant,
} from './build-variants.ts'

export type Opponent = {
  readonly name: string
  /** Builds the same screen of the same sources into a folder. */
  readonly build: (folder: string) => Promise<Variant>
  /** Whether its page preloads what a first visit asked for: a build that knows all of itself can. */
  readonly preloads: boolean
}

export const SINGLE_BUNDLE = 'single'
export const DEFAULT_FEDERATION = 'federation'

/** The opponents of the dashboard. */
export const opponents: readonly Opponent[] = [
  { name: SINGLE_BUNDLE, build: buildSingleBundle, preloads: true },
  { name: 'split', build: buildSplitBundle, preloads: true },
  { name: 'yielding', build: buildYieldingBundle, preloads: true },
  { name: DEFAULT_FEDERATION, build: buildDefaultFederation, preloads: false },
  { name: 'single-spa', build: buildSingleSpa, preloads: false },
]
