import { acceptedCodings } from '@atalaia/server'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { extname } from 'node:path'
import { ENCODINGS, type Encoding, type StoredFile } from '../../registry/storage/artifact.ts'

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.woff': 'font/woff',
}

/** The media type of a built file. HTML has none: prerendered HTML is only part of a page. */
const typeOf = (path: string): string | undefined => TYPES[extname(path)]

/** For content that never changes under its address. */
export const IMMUTABLE = 'public, max-age=31536000, immutable'

/** Whether a file's name carries the hash of its content, so that the name stands for the content. */
export const isNamedByContent = (path: string): boolean => /\.[0-9a-f]{16,}\./.test(path)

export type FileAnswer = {
  /** Decides the media type; a path of an unknown type is answered with 404. */
  readonly path: string
  readonly cacheControl: string
  /** Identifies the content, for the ETag; without it there is none. */
  readonly identity: string | undefined
  readonly open: (encodings: readonly Encoding[]) => Promise<StoredFile | undefined>
}

/** Sends a stored file in the best encoding that the request accepts; 304 when the client has it, 404 when it is gone. */
export const sendFile = async (request: FastifyRequest, reply: FastifyReply, answer: FileAnswer) => {
  const { path, cacheControl, identity, open } = answer
  const type = typeOf(path)
  const file =
    type === undefined ? undefined : await open(acceptedCodings(request.headers['accept-encoding'], ENCODINGS))
  if (type === undefined || !file) return reply.callNotFound()
  const { encoding, bytes, stream } = file
  reply.headers({ 'cache-control': cacheControl, vary: 'Accept-Encoding' })
  if (identity !== undefined && isKnown(request, reply, `${identity}${encoding ? `-${encoding}` : ''}`)) {
    stream.destroy()
    return reply.code(304).send()
  }
  if (encoding) reply.header('content-encoding', encoding)
  return reply.type(type).header('content-length', bytes).send(stream)
}

/** Sends a JSON text that was serialised already; 304 when the client has it. */
export const sendJsonText = (
  request: FastifyRequest,
  reply: FastifyReply,
  { text, cacheControl, identity }: { text: string; cacheControl: string; identity?: string },
) => {
  reply.header('cache-control', cacheControl)
  if (identity !== undefined && isKnown(request, reply, identity)) return reply.code(304).send()
  return reply.type('application/json; charset=utf-8').send(text)
}

/** Sets the ETag, and compares it with what the client has. */
const isKnown = (request: FastifyRequest, reply: FastifyReply, identity: string): boolean => {
  const tag = `"${identity}"`
  reply.header('etag', tag)
  return request.headers['if-none-match']?.includes(tag) === true
}
