import {
  channelSchema,
  EMBED_FOLDER,
  EMBED_MANIFEST,
  EMBEDS_BASE,
  remoteNameSchema,
  versionSchema,
  type Descriptor,
  type EmbedManifest,
} from '@atalaia/contracts'
import { integrityOf } from '@atalaia/contracts/node'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { embedModule } from '../../registry/gate.ts'
import { originOf } from '../headers.ts'
import { FRAME_PAGE, FRAME_SCRIPT, framePage, type FramePage } from './embed-frame.ts'
import { isOfPortal, type PortalWatch } from './file-routes.ts'
import type { ChannelState } from '../../registry/live-state.ts'
import type { Registry } from '../../registry/registry.ts'
import { isNamedByContent, type ArtifactSource } from '../../registry/storage/artifact.ts'
import { IMMUTABLE, sendFile, sendJsonText } from '../send-file.ts'

const params = z.object({ name: z.string(), pointer: z.string(), '*': z.string() })

/** For addresses that a promotion changes: a portal gets the new version within a minute (M-EMBED-5). */
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
    // The channel may have moved on after the page took its entry: a chunk that the entry loads later is still there
    // (M-EMBED-6).
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
 * Older versions were built without this script. For them it returns the script of the newest
 * version that has one.
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

const sendFrame = (reply: FastifyReply, page: FramePage | undefined) => {
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

/** Returns `undefined` for a remote without an embed (M-EMBED-7). */
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

type FoundEmbed = {
  readonly descriptor: Descriptor
  /** True when the address leads to this build for ever. */
  readonly fixed: boolean
}

/** Finds builds of embeds. Portals get no canary version (M-CANARY-3). */
type EmbedSource = {
  find(name: string, pointer: string): Promise<FoundEmbed | undefined>
  /** Returns the newest kept version that has this file. */
  findHolder(name: string, path: string): Promise<Descriptor | undefined>
}

type EmbedSourceOptions = {
  readonly artifacts: ArtifactSource
  readonly registry: Pick<Registry, 'live' | 'artifacts'> | undefined
  /** The workspace's build answers under this channel until a version is promoted. */
  readonly channel: string
}

const isVersion = (pointer: string): boolean => versionSchema.safeParse(pointer).success

/** Returns promoted versions that the gateway keeps, newest first for each remote. */
const readVersions = async ({ artifacts: list }: Pick<Registry, 'artifacts'>): Promise<readonly Descriptor[]> => {
  const rows = await list()
  const descriptors = rows
    .filter(({ promotedAt, prunedAt }) => promotedAt !== null && prunedAt === null)
    .map(({ descriptor }) => descriptor)
  return descriptors.toReversed()
}

const createEmbedSource = ({ artifacts, registry, channel }: EmbedSourceOptions): EmbedSource => {
  let kept: { readonly state: ChannelState; readonly descriptors: Promise<readonly Descriptor[]> } | undefined

  /** Reads once for each state of the channels, also for concurrent requests. */
  const keptVersions = async () => {
    if (!registry) return []
    const state = registry.live.current()
    if (kept?.state === state) return kept.descriptors
    const reading = { state, descriptors: readVersions(registry) }
    kept = reading
    // A failure is not kept: the next request tries again.
    reading.descriptors.catch(() => {
      if (kept === reading) kept = undefined
    })
    return reading.descriptors
  }
  const built = async (name: string) =>
    (await artifacts.list()).flatMap((state) =>
      state.status === 'ready' && state.descriptor.name === name ? [state.descriptor] : [],
    )[0]

  const pointedTo = async (name: string, wanted: string) => {
    const pointers = registry?.live.current().pointers ?? []
    const version = pointers.find((pointer) => pointer.remote === name && pointer.channel === wanted)?.version
    if (version !== undefined && version !== null) return artifacts.describe(name, version)
    return wanted === channel ? built(name) : undefined
  }

  return {
    find: async (name, pointer) => {
      if (!remoteNameSchema.safeParse(name).success) return undefined
      if (isVersion(pointer)) {
        const descriptor = await artifacts.describe(name, pointer)
        // A build of the workspace may be made again under the same version.
        const fixed = (await registry?.live.promoted(name, pointer)) !== undefined
        return descriptor && { descriptor, fixed }
      }
      const descriptor = channelSchema.safeParse(pointer).success ? await pointedTo(name, pointer) : undefined
      return descriptor && { descriptor, fixed: false }
    },
    findHolder: async (name, path) =>
      (await keptVersions()).find(
        (descriptor) =>
          descriptor.name === name &&
          descriptor.artifact.embed?.files.some((file) => file.path === EMBED_FOLDER + path) === true,
      ),
  }
}
