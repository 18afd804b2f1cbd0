import { mediaTypeOf } from '@atalaia/artifact'
import { acceptedCodings } from '@atalaia/server'
import type { FastifyReply, FastifyRequest } from 'fastify'
import {
  codingName,
  deltaCoding,
  ENCODINGS,
  isDelta,
  type StoredCoding,
  type StoredFile,
} from '../registry/storage/artifact.ts'

/** For content that never changes under its address (M-RELEASE-7). */
export const IMMUTABLE = 'public, max-age=31536000, immutable'
/** The same for a delta: a shared cache could give it to a browser that does not have the file it was made against. */
const IMMUTABLE_DELTA = 'private, max-age=31536000, immutable'

export type FileAnswer = {
  /** Decides the media type; a path of an unknown type is answered with 404. */
  readonly path: string
  readonly cacheControl: string
  /** Identifies the content, for the ETag; without it there is none. */
  readonly identity: string | undefined
  /** The addresses of later versions that may come as a delta against this file, as a URL pattern; default: none do. */
  readonly dictionaryFor?: string | undefined
  /** The policy of a script (`scriptPolicy`). Default: that of what is no page. */
  readonly scriptPolicy?: string | undefined
  readonly open: (encodings: readonly StoredCoding[]) => Promise<StoredFile | undefined>
}

const DOCUMENTS = new Set(['document', 'embed', 'fencedframe', 'frame', 'iframe', 'object'])

/** Whether a browser shows the answer as a document, as it says itself (Fetch Metadata). */
const isForDocument = ({ headers }: FastifyRequest): boolean =>
  headers['sec-fetch-mode'] === 'navigate' || DOCUMENTS.has(String(headers['sec-fetch-dest']))

const NO_DOCUMENT = 'Este arquivo é parte de uma página e não abre sozinho.\n'

/**
 * Sends a stored file in the best encoding that the request accepts; 304 when the client has it, 404 when it is gone, 403 when a
 * browser would show it as a document (M-GATEWAY-16). Caches need not tell these requests apart: no answer but the file is kept, and
 * its policy goes with it.
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
  const { encoding, bytes, stream } = file
  reply.headers({ 'cache-control': cacheControl, vary: 'Accept-Encoding' })
  if (dictionaryFor !== undefined)
    reply.headers({ vary: 'Accept-Encoding, Available-Dictionary', 'use-as-dictionary': `match="${dictionaryFor}"` })
  if (encoding && isDelta(encoding)) reply.header('cache-control', IMMUTABLE_DELTA)
  if (scriptPolicy !== undefined && type.startsWith('text/javascript'))
    reply.header('content-security-policy', scriptPolicy)
  if (identity !== undefined && isKnown(request, reply, `${identity}${encoding ? `-${encoding}` : ''}`)) {
    stream.destroy()
    return reply.code(304).send()
  }
  if (encoding) reply.header('content-encoding', codingName(encoding))
  return reply.type(type).header('content-length', bytes).send(stream)
}

const AVAILABLE = /^:([A-Za-z0-9+/]{43}=):$/

/**
 * The codings that the client takes, best first (M-GATEWAY-6). One that asks past its cache, after a file that did not
 * run, gets no delta.
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

/** Sends a text that the program holds; 304 when the client has it. */
export const sendText = (
  request: FastifyRequest,
  reply: FastifyReply,
  { text, type, cacheControl, identity }: TextAnswer & { readonly type: string },
) => {
  reply.header('cache-control', cacheControl)
  if (identity !== undefined && isKnown(request, reply, identity)) return reply.code(304).send()
  return reply.type(type).send(text)
}

/** Sends a JSON text that was serialised already, as {@link sendText} does. */
export const sendJsonText = (request: FastifyRequest, reply: FastifyReply, answer: TextAnswer) =>
  sendText(request, reply, { ...answer, type: 'application/json; charset=utf-8' })

/** Sets the ETag, and compares it with what the client has. */
const isKnown = (request: FastifyRequest, reply: FastifyReply, identity: string): boolean => {
  const tag = `"${identity}"`
  reply.header('etag', tag)
  return request.headers['if-none-match']?.includes(tag) === true
}
