import { descriptorSchema, inRange, type Descriptor } from '@atalaia/contracts'
import { array } from 'zod/mini'
import type { SessionStorage } from '../ports.ts'

/** Which versions of the remotes have worked in this browser. */
export type LastGood = {
  /**
   * The version that last worked and is older than this one. A newer one was taken back, so it is no way out.
   */
  olderThan(descriptor: Descriptor): Descriptor | undefined
  /** This version works. */
  remember(descriptor: Descriptor): void
}

/**
 * Two: the current version may be broken later, by a file that is lost, and then the one before it is the way out.
 */
const kept = 2

const keyOf = (name: string) => `atalaia.good.${name}`

const rememberedSchema = array(descriptorSchema)

/**
 * Remembers whole descriptors, hashes included: a fallback is held to what this browser has seen working, whatever
 * the server says today.
 */
export const createLastGood = (storage: Pick<SessionStorage, 'read' | 'write'>): LastGood => {
  const remembered = (name: string): Descriptor[] => {
    const text = storage.read(keyOf(name))
    if (text === undefined) return []
    const parsed = rememberedSchema.safeParse(asJson(text))
    return parsed.success ? parsed.data.filter((descriptor) => descriptor.name === name) : []
  }

  return {
    olderThan: ({ name, version }) => remembered(name).find((known) => inRange(known.version, `<${version}`)),
    remember: (descriptor) => {
      const others = remembered(descriptor.name).filter(({ version }) => version !== descriptor.version)
      storage.write(keyOf(descriptor.name), JSON.stringify([descriptor, ...others].slice(0, kept)))
    },
  }
}

const asJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
