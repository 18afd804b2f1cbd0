import { DESCRIPTOR_FILE, REMOTES_BASE, SHELL_BASE } from '@atalaia/contracts'
import { routedBlockOf } from '@atalaia/server'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { modulesOf } from '../../registry/gate.ts'
import { createUseRecorder } from '../../registry/observations.ts'
import type { Registry } from '../../registry/registry.ts'
import { descriptorText, familyOf, isNamedByContent, type ArtifactSource } from '../../registry/storage/artifact.ts'
import type { ShellSource } from '../../registry/storage/workspace.ts'
import { IMMUTABLE, sendFile, sendJsonText } from '../send-file.ts'

const artifactParams = z.object({ name: z.string(), version: z.string(), '*': z.string() })
const shellParams = z.object({ '*': z.string() })

export type FileSources = {
  readonly artifacts: ArtifactSource
  readonly shell: ShellSource
  readonly onPortal?: PortalWatch | undefined
}

const NO_CACHE = 'no-cache'

/** Only a file whose name carries its hash is cached; any other may be built again under the same name (M-SPEED-6). */
const caching = (path: string) =>
  isNamedByContent(path)
    ? { path, cacheControl: IMMUTABLE, identity: path }
    : { path, cacheControl: NO_CACHE, identity: undefined }

/** Files of remotes, which pages of any origin may load, and of the shell, which only our own pages may. */
export const fileRoutes = (root: FastifyInstance, { artifacts, shell, onPortal }: FileSources): void => {
  const app = root.withTypeProvider<ZodTypeProvider>()
  // A page asks for dozens of files: only what goes wrong is logged.
  const options = { logLevel: 'warn' } as const

  app.get(
    `${REMOTES_BASE}:name/:version/*`,
    { ...options, schema: { params: artifactParams } },
    async (request, reply) => {
      const { name, version, '*': path } = request.params
      reply.headers({ 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' })
      if (onPortal && isOfPortal(request)) {
        const descriptor = await artifacts.describe(name, version)
        if (descriptor && path === descriptor.artifact.entry) onPortal(request, name, modulesOf(descriptor))
      }
      if (path === DESCRIPTOR_FILE) {
        const descriptor = await artifacts.describe(name, version)
        return descriptor
          ? sendJsonText(request, reply, { text: descriptorText(descriptor).text, cacheControl: NO_CACHE })
          : reply.callNotFound()
      }
      const open = (encodings: Parameters<ArtifactSource['open']>[1]) =>
        artifacts.open({ name, version, path }, encodings)
      const family = familyOf(path)
      const dictionaryFor = family === undefined ? undefined : `${REMOTES_BASE}${name}/*/${family}`
      return sendFile(request, reply, { ...caching(path), dictionaryFor, open })
    },
  )

  app.get(`${SHELL_BASE}*`, { ...options, schema: { params: shellParams } }, (request, reply) => {
    const { '*': path } = request.params
    reply.header('cross-origin-resource-policy', 'same-origin')
    return sendFile(request, reply, { ...caching(path), open: (encodings) => shell.open(path, encodings) })
  })
}

/** Called when a page of another origin takes modules of a remote. Never delays what it asked for. */
export type PortalWatch = (request: FastifyRequest, remote: string, modules: readonly string[]) => void

const MAX_ORIGIN_LENGTH = 200

/**
 * The origin of the page that asks. A script that a tag of the federation runtime asks for comes without `Origin`, and is
 * known by its `Referer`. `null` is a sandboxed page.
 */
const askingOrigin = ({ headers: { origin, referer } }: FastifyRequest): string | undefined => {
  if (origin !== undefined) return origin
  return referer !== undefined && URL.canParse(referer) ? new URL(referer).origin : undefined
}

/** Whether a page of another origin asks. */
export const isOfPortal = (request: FastifyRequest): boolean => {
  const origin = askingOrigin(request)
  if (origin === undefined) return false
  return origin === 'null' || (URL.canParse(origin) && new URL(origin).host !== request.headers.host)
}

/** Records which portals use which remotes, so that the gate knows about them. Anybody can name an origin. */
export const createPortalWatch = (registry: Pick<Registry, 'observations'>): PortalWatch => {
  const recordUse = createUseRecorder(registry)
  return (request, remote, modules) => {
    const consumer = askingOrigin(request)
    if (consumer === undefined || consumer.length > MAX_ORIGIN_LENGTH) return
    for (const module of modules)
      // A use that is not recorded now is recorded with the portal's next page.
      void recordUse({ remote, module, consumer }, routedBlockOf(request.ip)).catch(() => undefined)
  }
}
