import { buildDefaultFederation, buildNextFederation } from './default-federation/build.ts'
import { buildNativeFederation, buildNextNativeFederation } from './native-federation/build.ts'
import { buildNextPiral, buildPiral } from './piral/build.ts'
import { buildSingleBundle, buildSplitBundle, buildYieldingBundle } from './single-bundle/build.ts'
import { buildNextSingleSpa, buildSingleSpa } from './single-spa/build.ts'
import type { Variant } from './webpack-build.ts'

export type Opponent = {
  readonly name: string
  /** Builds the same screen of the same sources into a folder. */
  readonly build: (folder: string) => Promise<Variant>
  /** Builds what the next version of one remote changes, into a folder with a copy of the build `before`. */
  readonly buildNext: (folder: string, before: Variant) => Promise<Variant>
  /** Whether its page preloads what a first visit asked for: a build that knows all of itself can. */
  readonly preloads: boolean
}

export const SINGLE_BUNDLE = 'single'
export const SPLIT_BUNDLE = 'split'
export const DEFAULT_FEDERATION = 'federation'

/** A build that is one whole is built anew. */
const whole = (build: typeof buildSingleBundle) => ({
  build: (folder: string) => build(folder, 'current'),
  buildNext: (folder: string) => build(folder, 'next'),
  preloads: true,
})

/** All opponents of the dashboard, in the order of the table. */
export const opponents: readonly Opponent[] = [
  { name: SINGLE_BUNDLE, ...whole(buildSingleBundle) },
  { name: SPLIT_BUNDLE, ...whole(buildSplitBundle) },
  { name: 'yielding', ...whole(buildYieldingBundle) },
  { name: DEFAULT_FEDERATION, build: buildDefaultFederation, buildNext: buildNextFederation, preloads: false },
  { name: 'single-spa', build: buildSingleSpa, buildNext: buildNextSingleSpa, preloads: false },
  {
    name: 'native-federation',
    build: buildNativeFederation,
    buildNext: buildNextNativeFederation,
    preloads: false,
  },
  { name: 'piral', build: buildPiral, buildNext: buildNextPiral, preloads: false },
]
