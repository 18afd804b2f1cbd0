import { descriptorSchema, type Descriptor } from '@atalaia/contracts'
import { reasonOf, RemoteError } from './remote-error.ts'

/** Where a descriptor is asked for on activation, and the hash that it is held to, if there is one. */
export type DescriptorSource = { readonly url: string; readonly integrity?: string }

/**
 * The descriptor at `url`. Rejects with a {@link RemoteError} of the phase `descriptor` that
 * tells a status, an answer that is no JSON and JSON that is no descriptor apart.
 */
export const fetchDescriptor = async (
  expected: Descriptor,
  { url, integrity }: DescriptorSource,
  fetch: typeof globalThis.fetch,
) => {
  const failed = (reason: string, cause?: unknown) => new RemoteError(expected, 'descriptor', reason, { cause })
  const response = await fetch(url, { cache: 'no-store', integrity }).catch((cause: unknown) => {
    // A browser tells the two apart on its console only.
    const what = integrity === undefined ? 'does not answer' : 'does not answer, or does not match its hash'
    throw failed(`${url} ${what}: ${reasonOf(cause)}`, cause)
  })
  if (!response.ok) throw failed(`HTTP ${response.status}`)
  const json: unknown = await response.json().catch((cause: unknown) => {
    throw failed('the answer is not JSON', cause)
  })
  const parsed = descriptorSchema.safeParse(json)
  if (!parsed.success) throw failed(`not a descriptor: ${parsed.error.message}`)
  if (parsed.data.name !== expected.name) throw failed(`it describes ${parsed.data.name}`)
  return parsed.data
}
