import { mediaTypeOf } from '@atalaia/artifact'
import { acceptedCodings } from '@atalaia/server'
import type { FastifyReply, FastifyRequest } from 'fastify'
import {
  codingName,
  deltaCoding,
  discard,
  ENCODINGS,
  isDelta,
  type StoredCoding,
  type StoredFile,
} from '../registry/storage/artifact.ts'

/** For content that never changes under its address (M-RELEASE-7). */
export const IMMUTABLE = 'public, max-age=31536000, immutable'
/** A shared cache could give a delta to a browser without the file that the delta needs. */
const IMMUTABLE_DELTA = 'private, max-age=31536000, immutable'

export type FileAnswer = {
  /** Decides the media type. Unknown types get 404. */
  readonly path: string
  readonly cacheControl: string
  readonly identity: string | undefined
  /** URL pattern of later versions that may come as a delta against this file. Default: none. */
  readonly dictionaryFor?: string | undefined
  readonly scriptPolicy?: string | undefined
  readonly open: (encodings: readonly StoredCoding[]) => Promise<StoredFile | undefined>
}

const DOCUMENTS = new Set(['document', 'embed', 'fencedframe', 'frame', 'iframe', 'object'])

/** True when the browser says that it shows the answer as a document (Fetch Metadata). */
const isForDocument = ({ headers }: FastifyRequest): boolean =>
  headers['sec-fetch-mode'] === 'navigate' || DOCUMENTS.has(String(headers['sec-fetch-dest']))

const NO_DOCUMENT = 'Este arquivo é parte de uma página e não abre sozinho.\n'

/**
 * Sends a stored file in the best accepted encoding. Answers 304 for a known file, 404 for a
 * missing one, and 403 when a browser would show the file as a document (M-GATEWAY-16).
 */
export const sendFile = async (request: FastifyRequest, reply: FastifyReply, answer: FileAnswer) => {
  const { path, cacheControl, identity, dictionaryFor, scriptPolicy, open } = answer
  if (isForDocument(request)) {
    reply.code(403).header('cache-control', 'no-store')
    return reply.type('text/plain; charset=utf-8').send(NO_DOCUMENT)
  }
  const type = mediaTypeOf(path)
  const file = type === undefined ? undefined : await open(codingsOf(request, answer))
  if (type === undefined || !file) return reply.callNotFound()
  const { encoding, bytes, content } = file
  reply.headers({ 'cache-control': cacheControl, vary: 'Accept-Encoding' })
  if (dictionaryFor !== undefined)
    reply.headers({ vary: 'Accept-Encoding, Available-Dictionary', 'use-as-dictionary': `match="${dictionaryFor}"` })
  if (encoding && isDelta(encoding)) reply.header('cache-control', IMMUTABLE_DELTA)
  if (scriptPolicy !== undefined && type.startsWith('text/javascript'))
    reply.header('content-security-policy', scriptPolicy)
  if (identity !== undefined && isKnown(request, reply, `${identity}${encoding ? `-${encoding}` : ''}`)) {
    discard(file)
    return reply.code(304).send()
  }
  if (encoding) reply.header('content-encoding', codingName(encoding))
  return reply.type(type).header('content-length', bytes).send(content)
}

const AVAILABLE = /^:([A-Za-z0-9+/]{43}=):$/

/**
 * Accepted codings, best first (M-GATEWAY-6). A request past the cache gets no delta: the file did
 * not run.
 */
const codingsOf = ({ headers }: FastifyRequest, { dictionaryFor }: FileAnswer): StoredCoding[] => {
  const accepted = headers['accept-encoding']
  const { 'available-dictionary': available } = headers
  const [, digest] = AVAILABLE.exec(typeof available === 'string' ? available : '') ?? []
  const isAnew = headers['cache-control']?.includes('no-cache') === true
  const takes = dictionaryFor !== undefined && !isAnew && acceptedCodings(accepted, ['dcz']).length > 0
  return [
    ...(takes && digest !== undefined ? [deltaCoding(Buffer.from(digest, 'base64').toString('hex'))] : []),
    ...acceptedCodings(accepted, ENCODINGS),
  ]
}

type TextAnswer = { readonly text: string; readonly cacheControl: string; readonly identity?: string }

/** Sends a text from memory. Answers 304 for a known text. */
export const sendText = (
  request: FastifyRequest,
  reply: FastifyReply,
  { text, type, cacheControl, identity }: TextAnswer & { readonly type: string },
) => {
  reply.header('cache-control', cacheControl)
  if (identity !== undefined && isKnown(request, reply, identity)) return reply.code(304).send()
  return reply.type(type).send(text)
}

/** Like {@link sendText}, for serialised JSON. */
export const sendJsonText = (request: FastifyRequest, reply: FastifyReply, answer: TextAnswer) =>
  sendText(request, reply, { ...answer, type: 'application/json; charset=utf-8' })

/** Sets the ETag and compares it with the client's. */
const isKnown = (request: FastifyRequest, reply: FastifyReply, identity: string): boolean => {
  const tag = `"${identity}"`
  reply.header('etag', tag)
  return request.headers['if-none-match']?.includes(tag) === true
}
