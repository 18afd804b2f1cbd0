import { EMBED_FOLDER, EMBED_MANIFEST, EMBEDS_BASE, type Descriptor, type EmbedManifest } from '@atalaia/contracts'
import { integrityOf } from '@atalaia/contracts/node'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import {
  createEmbedSource,
  isVersion,
  type EmbedSource,
  type EmbedSourceOptions,
  type FoundEmbed,
} from './embed-source.ts'
import { embedModule } from '../../registry/gate.ts'
import { originOf } from '../headers.ts'
import { FRAME_PAGE, FRAME_SCRIPT, framePage } from './embed-frame.ts'
import { isOfPortal, type PortalWatch } from './file-routes.ts'
import { isNamedByContent } from '../../registry/storage/artifact.ts'
import { IMMUTABLE, sendFile, sendJsonText } from './send-file.ts'

const params = z.object({ name: z.string(), pointer: z.string(), '*': z.string() })

/** For an address that a promotion changes: portals get the new version within a minute. */
const ONE_MINUTE = 'public, max-age=60'

export type EmbedRouteOptions = EmbedSourceOptions & {
  readonly onPortal?: PortalWatch | undefined
  readonly publicOrigin?: string | undefined
}

/** Embeds for pages of any origin: by channel, or by a version that never changes. */
export const embedRoutes = (root: FastifyInstance, options: EmbedRouteOptions): void => {
  const app = root.withTypeProvider<ZodTypeProvider>()
  const { artifacts, onPortal, publicOrigin } = options
  const source = createEmbedSource(options)

  app.get(`${EMBEDS_BASE}:name/:pointer/*`, { logLevel: 'warn', schema: { params } }, async (request, reply) => {
    // On failures too, so that a loader can tell them apart.
    reply.headers({ 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' })
    const { name, pointer, '*': path } = request.params
    const found = await source.find(name, pointer)
    if (!found) return reply.callNotFound()
    if (path === EMBED_MANIFEST) return sendManifest(request, reply, found)
    const isWatched = onPortal && !isVersion(pointer) && !isNamedByContent(path) && isOfPortal(request)
    const script = path === FRAME_PAGE ? await frameScriptFor(source, found.descriptor) : undefined
    if (isWatched && (script ?? fileOf(found.descriptor, path))) onPortal(request, name, [embedModule(pointer)])
    if (script !== undefined) {
      const gateway = originOf(request, publicOrigin)
      return sendFrame(reply, framePage({ query: request.query, gateway, script }))
    }
    // The channel may have moved on after the page took its entry: a chunk that the entry loads later is still there.
    const descriptor =
      isNamedByContent(path) && !fileOf(found.descriptor, path) ? await source.findHolder(name, path) : found.descriptor
    const file = descriptor && fileOf(descriptor, path)
    if (!file) return reply.callNotFound()
    const address = { name, version: descriptor.version, path: EMBED_FOLDER + path }
    return sendFile(request, reply, {
      path,
      cacheControl: found.fixed || isNamedByContent(path) ? IMMUTABLE : ONE_MINUTE,
      identity: file.integrity,
      open: (encodings) => artifacts.open(address, encodings),
    })
  })
}

const fileOf = ({ artifact }: Descriptor, path: string) =>
  artifact.embed?.files.find((file) => file.path === EMBED_FOLDER + path)

/**
 * The address of the script for frames, relative to the page. A version that was published before the build made that script
 * has it of the newest version that does: it uses the element as portals do. `undefined` for a remote that has none.
 */
const frameScriptFor = async (source: EmbedSource, descriptor: Descriptor): Promise<string | undefined> => {
  if (!descriptor.artifact.embed) return undefined
  if (fileOf(descriptor, FRAME_SCRIPT)) return FRAME_SCRIPT
  const holder = await source.findHolder(descriptor.name, FRAME_SCRIPT)
  return holder && `../${holder.version}/${FRAME_SCRIPT}`
}

const sendManifest = (request: FastifyRequest, reply: FastifyReply, { descriptor, fixed }: FoundEmbed) => {
  const manifest = embedManifest(descriptor)
  if (!manifest) return reply.callNotFound()
  const text = JSON.stringify(manifest)
  return sendJsonText(request, reply, {
    text,
    cacheControl: fixed ? IMMUTABLE : ONE_MINUTE,
    identity: integrityOf(text),
  })
}

const sendFrame = (reply: FastifyReply, page: ReturnType<typeof framePage>) => {
  if (!page) {
    const text = 'The address needs the origin of the page that shows it: ?portal=https://portal.example\n'
    return reply.code(400).type('text/plain; charset=utf-8').send(text)
  }
  return reply
    .headers({ 'cache-control': ONE_MINUTE, 'content-security-policy': page.policy })
    .type('text/html; charset=utf-8')
    .send(page.html)
}

const outside = (path: string) => (path.startsWith(EMBED_FOLDER) ? path.slice(EMBED_FOLDER.length) : path)

/** The files of an embed and their hashes; `undefined` for a remote that has none. */
const embedManifest = ({ name, version, artifact }: Descriptor): EmbedManifest | undefined => {
  const { embed } = artifact
  const entry = embed?.files.find(({ path }) => path === embed.entry)
  return (
    embed &&
    entry && {
      name,
      version,
      entry: outside(entry.path),
      integrity: entry.integrity,
      files: embed.files.map((file) => ({ ...file, path: outside(file.path) })),
    }
  )
}
