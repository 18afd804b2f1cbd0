import {
  GATEWAY_ADDRESSES,
  INDEX_ATTRIBUTES,
  readsIndex,
  readsRest,
  type ReleaseIndex,
  type ReleaseRemote,
} from '@atalaia/contracts'
import { integrityOf } from '@atalaia/contracts/node'
import { acceptedCodings } from '@atalaia/server'
import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { z } from 'zod'
import type { LiveState } from '../../registry/live-state.ts'
import { ENCODINGS, type Encoding } from '../../registry/storage/artifact.ts'
import { IMMUTABLE } from '../send-file.ts'
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

type EncodedText = { readonly text: string; readonly copies: Map<Encoding, Promise<Buffer>> }

/** What pages leave out, in a file for all browsers. */
type NamedText = Pick<ReleaseIndex, 'url' | 'integrity'> & { readonly text: string }

export type RemotesIndexes = {
  /** `undefined` when pages carry every remote: there are few, or the shell reads no index. */
  of(current: CurrentRelease): NamedText | undefined
  /** `undefined` for a shell that reads no rest (M-RELEASE-20). */
  restOf(current: CurrentRelease): RestOf | undefined
  find(name: string): EncodedText | undefined
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
  return namedText(JSON.stringify({ remotes: all, canaries: [...canaries.values()].map(sealed) }))
}

const namedText = (text: string): NamedText => {
  const name = `${createHash('sha256').update(text).digest('hex').slice(0, 32)}.json`
  return { url: GATEWAY_ADDRESSES.indexes + name, integrity: integrityOf(text), text }
}

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
    const rest = rests.get(remote) ?? namedText(JSON.stringify(complete(remote).descriptor))
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
    find: (name) => named.get(name),
  }
}

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
  const findNow = async (name: string) => {
    const state = await releases.current()
    if (state.status === 'ready') {
      const { current } = state
      indexes.of(current)
      for (const remote of [...current.release.remotes, ...current.versions.canaries.values()])
        indexes.restOf(current)?.(remote)
    }
    return indexes.find(name)
  }

  app.get(
    `${GATEWAY_ADDRESSES.indexes}:name`,
    { logLevel: 'warn', schema: { params: z.object({ name: z.string() }) } },
    async (request, reply) => {
      const { name } = request.params
      let index = indexes.find(name) ?? (await findNow(name))
      if (!index) {
        // Another gateway has read the channels before this one.
        await live?.refresh()
        index = await findNow(name)
      }
      if (!index) return reply.callNotFound()
      const [encoding] = acceptedCodings(request.headers['accept-encoding'], ENCODINGS)
      reply.headers({ 'cache-control': IMMUTABLE, vary: 'Accept-Encoding' })
      reply.type('application/json; charset=utf-8')
      if (!encoding) return reply.send(index.text)
      const copy = index.copies.get(encoding) ?? compress(index.text, encoding, 'small')
      index.copies.set(encoding, copy)
      return reply.header('content-encoding', encoding).send(await copy)
    },
  )
}
