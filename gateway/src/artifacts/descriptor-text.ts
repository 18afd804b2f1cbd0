import type { Descriptor } from '@atalaia/contracts'
import { integrityOf } from './integrity.ts'

export type DescriptorText = { readonly text: string; readonly integrity: string }

const known = new WeakMap<Descriptor, DescriptorText>()

/** A descriptor as it is sent, and the hash of just that; made once of each. */
export const descriptorText = (descriptor: Descriptor): DescriptorText => {
  const made = known.get(descriptor)
  if (made) return made
  const text = JSON.stringify(descriptor)
  const fresh = { text, integrity: integrityOf(Buffer.from(text)) }
  known.set(descriptor, fresh)
  return fresh
}
