import {
  descriptorSchema,
  GATEWAY_ADDRESSES,
  inRange,
  fallbackVersionsKey,
  type Descriptor,
  type ReleaseRemote,
  type RemoteRoute,
} from '@atalaia/contracts'
import { array } from 'zod/mini'
import type { Ports } from '../ports.ts'
import type { RemoteVersion } from './remote.ts'

/** The time limits of a load, in milliseconds. The entry script's own limit is the loader's. */
export type LoadLimits = {
  /** For a descriptor that is fetched. */
  readonly descriptor: number
  /** For `activate`. */
  readonly activate: number
  /** For all steps of a load together, and for a later part of a screen, while a fallback version is known. */
  readonly fallback: number
}

/** Time from the first commit of a screen in which an error while rendering counts as one of its first show (M-FALLBACK-12). */
export const FIRST_SHOW_MS = 10_000

/** M-FAIL-3, M-FAIL-10, M-FALLBACK-3. */
export const DEFAULT_LIMITS: LoadLimits = { descriptor: 5_000, activate: 15_000, fallback: 4_000 }

/** The versions of remotes that are known to work, in this browser or to the release (ADR 0009, M-FALLBACK). */
export type FallbackVersions = {
  /**
   * The version that replaces the release's if it fails: of the remembered ones that are older and have `route`
   * (M-FALLBACK-5), the one that the release names, else the one that worked last (M-FALLBACK-2); in a browser that
   * remembers none, the one that the release names (M-FALLBACK-11). `undefined` if there is none. A newer version was
   * taken back, so it replaces nothing (M-FALLBACK-4); an override has no fallback, because its developer wants to see
   * it fail (M-FALLBACK-7).
   */
  of(entry: ReleaseRemote, route?: RemoteRoute): RemoteVersion | undefined
  /** Remembers a version that has shown that it works. */
  confirm(descriptor: Descriptor): void
  /** Forgets a version that has shown that it does not. */
  forget(descriptor: Descriptor): void
}

/** The current version may break later, by a file that is lost; then the one before it is needed (M-FALLBACK-1). */
const MAX_VERSIONS = 2

const rememberedSchema = array(descriptorSchema)

/**
 * Remembers whole descriptors, hashes included, so that a fallback version is held to what this browser has seen
 * working, whatever the server says today.
 */
export const createFallbackVersions = ({
  storage,
  origin,
}: {
  readonly storage: Pick<Ports['storage'], 'read' | 'write'>
  readonly origin: string
}): FallbackVersions => {
  const remembered = (name: string): Descriptor[] => {
    const parsed = rememberedSchema.safeParse(parseJson(storage.read(fallbackVersionsKey(name))))
    return parsed.success ? parsed.data.filter((descriptor) => descriptor.name === name) : []
  }

  const remember = (name: string, descriptors: readonly Descriptor[]) =>
    storage.write(fallbackVersionsKey(name), JSON.stringify(descriptors))
  const othersOf = ({ name, version }: Descriptor) => remembered(name).filter((known) => known.version !== version)

  return {
    of: ({ descriptor, baseUrl, override, fallback: named }, route) => {
      if (override !== undefined) return undefined
      const { name, version } = descriptor
      // Its files lie beside the release's: …/mfe-analytics/1.4.0/ → …/mfe-analytics/1.3.0/
      const besideOf = (other: string) => new URL(`../${other}/`, new URL(baseUrl, origin)).href
      const older = remembered(name).filter(
        (known) => inRange(known.version, `<${version}`) && (route === undefined || has(known, route)),
      )
      // A tab that was opened before the last promotion may have shown its own version last.
      const best = older.find((known) => known.version === named) ?? older[0]
      if (best) return { source: 'fallback', descriptor: best, baseUrl: besideOf(best.version) }
      if (named === undefined) return undefined
      return {
        source: 'fallback',
        descriptor: { ...descriptor, version: named },
        baseUrl: besideOf(named),
        remoteJson: { url: new URL(`${GATEWAY_ADDRESSES.fallbacks}${name}/${named}`, origin).href },
        ...(route && { wanted: route.id }),
      }
    },
    confirm: (descriptor) => remember(descriptor.name, [descriptor, ...othersOf(descriptor)].slice(0, MAX_VERSIONS)),
    forget: (descriptor) => remember(descriptor.name, othersOf(descriptor)),
  }
}

const has = ({ routes, widgets = [] }: Descriptor, { id }: RemoteRoute): boolean =>
  [...routes, ...widgets].some((part) => part.id === id)

const parseJson = (text: string | undefined): unknown => {
  try {
    return text === undefined ? undefined : JSON.parse(text)
  } catch {
    return undefined
  }
}
