import type { Descriptor } from '@atalaia/contracts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { ArtifactSource } from '../registry/storage/artifact-source.ts'
import { integrityOf } from '@atalaia/contracts/node'
import { acceptedEncodings } from '../files/accepted-encodings.ts'
import { contentType } from '../files/content-types.ts'
import { EMBED_FOLDER, embedManifest } from './embed-manifest.ts'
import { createEmbedSource, type EmbedSourceOptions } from './embed-source.ts'

const params = z.object({ name: z.string(), pointer: z.string(), '*': z.string() })

const MANIFEST = 'embed.json'
const hashed = /\.[0-9a-f]{16,}\./
const immutable = 'public, max-age=31536000, immutable'
/** A promoted version reaches portals within this time. */
const brief = 'public, max-age=60'

type Wanted = { readonly descriptor: Descriptor; readonly path: string; readonly fixed: boolean }

/** Embeds for pages of any origin: by channel, or by a version that never changes. */
export const embedRoutes = (app: FastifyInstance, options: EmbedSourceOptions): void => {
  const { artifacts } = options
  const source = createEmbedSource(options)

  app.get('/embed/:name/:pointer/*', { logLevel: 'warn' }, async (request, reply) => {
    // Failures too, so that a loader sees which one it is.
    reply.headers({ 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' })
    const { name, pointer, '*': path } = params.parse(request.params)
    const found = await source.find(name, pointer)
    if (!found) return reply.callNotFound()
    if (path === MANIFEST) return sendManifest(request, reply, found)
    const nameSaysContent = hashed.test(path)
    const holds = found.descriptor.artifact.embed?.files.some((file) => file.path === EMBED_FOLDER + path) === true
    // The channel moved on after the page took its entry: what that one loads later is still there.
    const descriptor = holds || !nameSaysContent ? found.descriptor : await source.findHolder(name, path)
    return descriptor
      ? sendFile({ request, reply, artifacts }, { descriptor, path, fixed: found.fixed || nameSaysContent })
      : reply.callNotFound()
  })
}

const isKnown = (request: FastifyRequest, tag: string) => request.headers['if-none-match']?.includes(tag) === true

const sendManifest = (
  request: FastifyRequest,
  reply: FastifyReply,
  { descriptor, fixed }: { descriptor: Descriptor; fixed: boolean },
) => {
  const manifest = embedManifest(descriptor)
  if (!manifest) return reply.callNotFound()
  const text = JSON.stringify(manifest)
  const tag = `"${integrityOf(Buffer.from(text))}"`
  reply.headers({ 'cache-control': fixed ? immutable : brief, etag: tag })
  if (isKnown(request, tag)) return reply.code(304).send()
  return reply.type('application/json; charset=utf-8').send(text)
}

type Exchange = { request: FastifyRequest; reply: FastifyReply; artifacts: ArtifactSource }

const sendFile = async ({ request, reply, artifacts }: Exchange, { descriptor, path, fixed }: Wanted) => {
  const { name, version, artifact } = descriptor
  const inside = EMBED_FOLDER + path
  const listed = artifact.embed?.files.find((file) => file.path === inside)
  const type = contentType(path)
  const encodings = acceptedEncodings(request.headers['accept-encoding'])
  const file =
    listed && type !== undefined ? await artifacts.open({ name, version, path: inside }, encodings) : undefined
  if (!listed || type === undefined || !file) return reply.callNotFound()
  const tag = `"${listed.integrity}${file.encoding ? `-${file.encoding}` : ''}"`
  reply.headers({ 'cache-control': fixed ? immutable : brief, vary: 'Accept-Encoding', etag: tag })
  if (isKnown(request, tag)) {
    file.stream.destroy()
    return reply.code(304).send()
  }
  if (file.encoding) reply.header('content-encoding', file.encoding)
  return reply.type(type).header('content-length', file.bytes).send(file.stream)
}
