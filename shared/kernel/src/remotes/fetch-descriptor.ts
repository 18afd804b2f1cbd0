import { descriptorSchema, type Descriptor } from '@atalaia/contracts'
import { reasonOf, RemoteError } from './remote-error.ts'

/**
 * The descriptor at `<address>/remote.json`. Rejects with a {@link RemoteError} of the phase `descriptor` that
 * tells a status, an answer that is no JSON and JSON that is no descriptor apart.
 */
export const fetchDescriptor = async (expected: Descriptor, address: string, fetch: typeof globalThis.fetch) => {
  const failed = (reason: string, cause?: unknown) => new RemoteError(expected, 'descriptor', reason, { cause })
  const response = await fetch(`${address}/remote.json`, { cache: 'no-store' }).catch((cause: unknown) => {
    throw failed(`${address} does not answer: ${reasonOf(cause)}`, cause)
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
