import {
  GATEWAY_ADDRESSES,
  INDEX_ATTRIBUTES,
  readsIndex,
  readsRest,
  type ReleaseIndex,
  type ReleaseRemote,
} from '@atalaia/contracts'
import { integrityOf } from '@atalaia/contracts/node'
import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { z } from 'zod'
import type { LiveState } from '../../registry/live-state.ts'
import { deltaOf } from '../../registry/publish/compress.ts'
import {
  deltaCoding,
  isDelta,
  type DeltaCoding,
  type Encoding,
  type StoredCoding,
  type StoredFile,
} from '../../registry/storage/artifact.ts'
import { IMMUTABLE, sendFile } from '../send-file.ts'
import type { Destination } from '../destination.ts'
import type { ChannelVersions } from '../channel-versions.ts'
import type { CurrentRelease, ReleaseSource } from '../release.ts'
import { complete, sealed, withoutDemo, type Elsewhere, type RestOf } from './page-files.ts'

/** Brotli levels. `small` saves 7 % of a page and takes twenty times as long. */
const LEVELS = { quick: 5, small: 11 } as const

export const compress = (text: string, encoding: Encoding, level: keyof typeof LEVELS): Promise<Buffer> =>
  encoding === 'br'
    ? promisify(brotliCompress)(text, { params: { [constants.BROTLI_PARAM_QUALITY]: LEVELS[level] } })
    : promisify(gzip)(text)

type EncodedText = { readonly text: string; readonly copies: Map<StoredCoding, Promise<Buffer | undefined>> }

/** Left out of pages, in a file for all browsers. */
type NamedText = Pick<ReleaseIndex, 'url' | 'integrity'> & { readonly text: string }

export type RemotesIndexes = {
  /** `undefined` when pages carry every remote: there are few, or the shell reads no index. */
  of(current: CurrentRelease): NamedText | undefined
  /** `undefined` for a shell that reads no rest (M-RELEASE-20). */
  restOf(current: CurrentRelease): RestOf | undefined
  has(name: string): boolean
  /** In the first coding that it can have: a delta needs the earlier text (M-PUBLISH-7). */
  open(name: string, codings: readonly StoredCoding[]): Promise<StoredFile | undefined>
}

/**
 * Below this number and weight (before compression) a page carries every sealed remote, and stays
 * below 8,000 bytes (M-RELEASE-19).
 */
const MAX_INLINE_REMOTES = 10
const MAX_INLINE_BYTES = 10_000
/** Open pages may still ask for files of a replaced release. */
const MAX_TEXTS = 200

/** `undefined` when all remotes fit into the page. */
const makeIndex = ({ remotes, canaries }: ChannelVersions): NamedText | undefined => {
  const all: ReleaseRemote[] = remotes.map(sealed)
  // Demonstration entries are in the pages of few operators.
  const weight = JSON.stringify(all.map(withoutDemo)).length
  if (all.length <= MAX_INLINE_REMOTES && weight <= MAX_INLINE_BYTES) return undefined
  return namedText('index', JSON.stringify({ remotes: all, canaries: [...canaries.values()].map(sealed) }))
}

const namedText = (kind: string, text: string): NamedText => ({
  url: GATEWAY_ADDRESSES.indexes + nameOf(kind, deltaCoding(sha256(text).toString('hex'))),
  integrity: integrityOf(text),
  text,
})

const restText = ({ descriptor }: ReleaseRemote) => namedText(`rest-${descriptor.name}`, JSON.stringify(descriptor))

const sha256 = (text: string) => createHash('sha256').update(text).digest()

/** The name of the dictionary that a delta needs. */
const nameOf = (kind: string, coding: DeltaCoding) => `${kind}.${coding.slice('dcz-'.length)}.json`
const kindOf = (name: string) => name.replace(/\..*$/, '')

export const createRemotesIndexes = (): RemotesIndexes => {
  const indexOf = new WeakMap<ChannelVersions, NamedText>()
  const small = new WeakSet<ChannelVersions>()
  const rests = new WeakMap<ReleaseRemote, NamedText>()
  const named = new Map<string, EncodedText>()
  const keep = ({ url, text }: NamedText) => {
    const name = url.slice(GATEWAY_ADDRESSES.indexes.length)
    if (named.has(name)) return
    const [oldest] = named.keys()
    if (named.size >= MAX_TEXTS && oldest !== undefined) named.delete(oldest)
    named.set(name, { text, copies: new Map() })
  }
  const restOf: RestOf = (remote) => {
    const rest = rests.get(remote) ?? restText(complete(remote))
    rests.set(remote, rest)
    keep(rest)
    return { url: rest.url, integrity: rest.integrity }
  }

  return {
    of: ({ versions, shell }) => {
      if (small.has(versions) || !readsIndex(shell.contract)) return undefined
      const index = indexOf.get(versions) ?? makeIndex(versions)
      if (!index) {
        small.add(versions)
        return undefined
      }
      indexOf.set(versions, index)
      keep(index)
      return index
    },
    restOf: ({ shell }) => (readsRest(shell.contract) ? restOf : undefined),
    has: (name) => named.has(name),
    open: async (name, codings) => {
      const asked = named.get(name)
      if (!asked) return undefined
      for (const coding of codings) {
        const content = await copyOf(asked, coding, (delta) => named.get(nameOf(kindOf(name), delta)))
        if (content) return { encoding: coding, bytes: content.length, content }
      }
      const content = Buffer.from(asked.text)
      return { encoding: undefined, bytes: content.length, content }
    },
  }
}

type Earlier = (coding: DeltaCoding) => EncodedText | undefined

/** Made once. `undefined` for a delta against a text that this gateway does not have. */
const copyOf = ({ text, copies }: EncodedText, coding: StoredCoding, earlierOf: Earlier) => {
  const known = copies.get(coding)
  if (known) return known
  const copy = isDelta(coding) ? deltaAgainst(earlierOf(coding), text) : compress(text, coding, 'small')
  if (copy) copies.set(coding, copy)
  return copy
}

const deltaAgainst = (earlier: EncodedText | undefined, text: string) =>
  earlier && deltaOf(Buffer.from(text), Buffer.from(earlier.text), sha256(earlier.text))

/** `undefined` when the page carries every remote. */
export const elsewhereOf = (
  current: CurrentRelease,
  destination: Destination,
  indexes: RemotesIndexes,
): Elsewhere | undefined => {
  const index = indexes.of(current)
  if (!index) return undefined
  const { url, integrity } = index
  const asked = destination.kind === 'remote' ? destination.asked : undefined
  return { index: { url, integrity }, asked, canaries: new Set(current.versions.canaries.values()) }
}

export const indexAttributes = (elsewhere: Elsewhere | undefined): Readonly<Record<string, string>> =>
  elsewhere
    ? {
        [INDEX_ATTRIBUTES.address]: elsewhere.index.url,
        [INDEX_ATTRIBUTES.integrity]: elsewhere.index.integrity,
      }
    : {}

export type IndexRouteOptions = {
  readonly releases: ReleaseSource
  readonly indexes: RemotesIndexes
  readonly live: LiveState | undefined
}

/** `GET /-/indexes/:name`: an index or a rest that any gateway has named. */
export const indexRoutes = (root: FastifyInstance, { releases, indexes, live }: IndexRouteOptions): void => {
  const app = root.withTypeProvider<ZodTypeProvider>()
  const findNow = async () => {
    const state = await releases.current()
    if (state.status === 'ready') {
      const { current } = state
      indexes.of(current)
      for (const remote of [...current.release.remotes, ...current.versions.canaries.values()])
        indexes.restOf(current)?.(remote)
    }
  }

  app.get(
    `${GATEWAY_ADDRESSES.indexes}:name`,
    { logLevel: 'warn', schema: { params: z.object({ name: z.string() }) } },
    async (request, reply) => {
      const { name } = request.params
      if (!indexes.has(name)) await findNow()
      if (!indexes.has(name)) {
        // Another gateway has read the channels before this one.
        await live?.refresh()
        await findNow()
      }
      return sendFile(request, reply, {
        path: name,
        cacheControl: IMMUTABLE,
        identity: undefined,
        dictionaryFor: `${GATEWAY_ADDRESSES.indexes}${kindOf(name)}.*.json`,
        open: (codings) => indexes.open(name, codings),
      })
    },
  )
}
