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
  /**
   * `plain`: an empty one, as most build it. Otherwise with all that needs no federation: a waiting
   * page, early calls, a late font and an icon; its styles `linked` before the waiting page, or those
   * of that page `inline` and the whole ones after it.
   */
  readonly page: 'plain' | 'linked' | 'inline'
}

export const SINGLE_BUNDLE = 'single'
export const SPLIT_BUNDLE = 'split'
export const DEFAULT_FEDERATION = 'federation'

const whole = (build: typeof buildSingleBundle) => ({
  build: (folder: string) => build(folder, 'current'),
  buildNext: (folder: string) => build(folder, 'next'),
})

export const opponents: readonly Opponent[] = [
  { name: SINGLE_BUNDLE, ...whole(buildSingleBundle), page: 'linked' },
  { name: 'single-inline', ...whole(buildSingleBundle), page: 'inline' },
  { name: 'single-plain', ...whole(buildSingleBundle), page: 'plain' },
  { name: SPLIT_BUNDLE, ...whole(buildSplitBundle), page: 'linked' },
  { name: 'yielding', ...whole(buildYieldingBundle), page: 'linked' },
  {
    name: DEFAULT_FEDERATION,
    build: buildDefaultFederation,
    buildNext: buildNextFederation,
    page: 'inline',
  },
  { name: 'single-spa', build: buildSingleSpa, buildNext: buildNextSingleSpa, page: 'inline' },
  {
    name: 'native-federation',
    build: buildNativeFederation,
    buildNext: buildNextNativeFederation,
    page: 'inline',
  },
  { name: 'piral', build: buildPiral, buildNext: buildNextPiral, page: 'inline' },
]
