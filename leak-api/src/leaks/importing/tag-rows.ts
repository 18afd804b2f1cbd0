import type { ProofTag } from '../../base/store/proof-tags.ts'
import { bigintOf } from '../../base/store/text-hash.ts'
import type { ReadCredential } from '../reading/credential.ts'
import type { RowKey } from './fresh-rows.ts'
import { createExactWatchList } from './watch-list.ts'

export type ProofOptions = { readonly tagOf: ProofTag; readonly watched: Uint8Array }

export type TagRows = {
  add(key: RowKey, credential: ReadCredential): void
  take(): string
}

const MAX_REMEMBERED = 500_000

const NO_TAGS: TagRows = { add: () => undefined, take: () => '' }

/** M-NOTICE-2 */
export const createTagRows = (proof: ProofOptions | undefined): TagRows => {
  if (proof === undefined) return NO_TAGS
  const { tagOf } = proof
  const isWatched = createExactWatchList(proof.watched)
  const seen = new Set<string>()
  let lines: string[] = []
  return {
    add: (key, { address, secret }) => {
      if (secret?.kind !== 'plain' || secret.value === '') return
      if (!isWatched(key.address) && !isWatched(key.domain)) return
      const row = `${bigintOf(key.address)}\t${bigintOf(key.pair)}`
      if (seen.has(row)) return
      if (seen.size >= MAX_REMEMBERED) seen.clear()
      seen.add(row)
      const tag = tagOf(address, secret.value)
      if (tag) lines.push(`${row}\t\\\\x${Buffer.from(tag).toString('hex')}\n`)
    },
    take: () => {
      const taken = lines.join('')
      lines = []
      return taken
    },
  }
}
