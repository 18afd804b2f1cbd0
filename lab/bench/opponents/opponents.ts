import { buildDefaultFederation, buildNextFederation } from './default-federation/build.ts'
import { buildNativeFederation, buildNextNativeFederation } from './native-federation/build.ts'
import { buildNextPiral, buildPiral } from './piral/build.ts'
import { buildSingleBundle, buildSplitBundle, buildYieldingBundle } from './single-bundle/build.ts'
import { buildNextSingleSpa, buildSingleSpa } from './single-spa/build.ts'
import type { Variant } from './webpack-build.ts'

export type Opponent = {
  readonly name: string
  readonly build: (folder: string) => Promise<Variant>
  readonly buildNext: (folder: string, before: Variant) => Promise<Variant>
  readonly preloads: boolean
  readonly fair: boolean
}

export const SINGLE_BUNDLE = 'single'
/** `single` with an empty page until its code runs. */
export const PLAIN_BUNDLE = 'single-plain'
export const SPLIT_BUNDLE = 'split'
export const DEFAULT_FEDERATION = 'federation'

const whole = (build: typeof buildSingleBundle) => ({
  build: (folder: string) => build(folder, 'current'),
  buildNext: (folder: string) => build(folder, 'next'),
  preloads: true,
  fair: true,
})

export const opponents: readonly Opponent[] = [
  { name: SINGLE_BUNDLE, ...whole(buildSingleBundle) },
  { name: PLAIN_BUNDLE, ...whole(buildSingleBundle), fair: false },
  { name: SPLIT_BUNDLE, ...whole(buildSplitBundle) },
  { name: 'yielding', ...whole(buildYieldingBundle) },
  {
    name: DEFAULT_FEDERATION,
    build: buildDefaultFederation,
    buildNext: buildNextFederation,
    preloads: true,
    fair: true,
  },
  { name: 'single-spa', build: buildSingleSpa, buildNext: buildNextSingleSpa, preloads: true, fair: true },
  {
    name: 'native-federation',
    build: buildNativeFederation,
    buildNext: buildNextNativeFederation,
    preloads: true,
    fair: true,
  },
  { name: 'piral', build: buildPiral, buildNext: buildNextPiral, preloads: true, fair: true },
]
