import { DESCRIPTOR_FILE, REMOTES_BASE, SHELL_BASE } from '@atalaia/contracts'
import { isAskedHost, originIn, routedBlockOf } from '@atalaia/server'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { modulesOf } from '../../registry/gate.ts'
import { createUseRecorder } from '../../registry/observations.ts'
import type { Registry } from '../../registry/registry.ts'
import { descriptorText, familyOf, isNamedByContent, type ArtifactSource } from '../../registry/storage/artifact.ts'
import type { ShellSource } from '../../registry/storage/workspace.ts'
import { isPreviewOf } from '../overrides.ts'
import { scriptPolicy } from '../headers.ts'
import { IMMUTABLE, sendFile, sendJsonText } from '../send-file.ts'
import type { Visitors } from '../visitor.ts'

const artifactParams = z.object({ name: z.string(), version: z.string(), '*': z.string() })
const shellParams = z.object({ '*': z.string() })

export type FileSources = {
  readonly artifacts: ArtifactSource
  readonly shell: ShellSource
  readonly visitors: Pick<Visitors, 'grantOf'>
  /** Base address of the API in the browser. `null` without a backend. */
  readonly apiUrl: string | null
  readonly onPortal?: PortalWatch | undefined
}

const NO_CACHE = 'no-cache'
/** Only the browser with the key of the preview gets it. */
const PREVIEWED = { cacheControl: 'private, no-store', identity: undefined }

/** M-SPEED-6 */
const caching = (path: string) =>
  isNamedByContent(path)
    ? { path, cacheControl: IMMUTABLE, identity: path }
    : { path, cacheControl: NO_CACHE, identity: undefined }

/**
 * Serves files of remotes to pages of any origin, and files of the shell to our own pages.
 * A browser needs a preview for files of a version that was never promoted. Descriptors are public
 * (M-PUBLISH-15).
 */
export const fileRoutes = (root: FastifyInstance, sources: FileSources): void => {
  const { artifacts, shell, visitors, apiUrl, onPortal } = sources
  const policy = scriptPolicy(apiUrl)
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
      const grant = visitors.grantOf(request)
      const unpromoted = grant !== undefined && isPreviewOf(grant, name, version)
      if (path === DESCRIPTOR_FILE) {
        const descriptor =
          (await artifacts.describe(name, version, { unpromoted })) ??
          (await artifacts.describe(name, version, { unpromoted: true }))
        return descriptor
          ? sendJsonText(request, reply, { text: descriptorText(descriptor).text, cacheControl: NO_CACHE })
          : reply.callNotFound()
      }
      const open = (encodings: Parameters<ArtifactSource['open']>[1]) =>
        artifacts.open({ name, version, path }, encodings, { unpromoted })
      if (unpromoted) return sendFile(request, reply, { path, ...PREVIEWED, scriptPolicy: policy, open })
      const family = familyOf(path)
      const dictionaryFor = family === undefined ? undefined : `${REMOTES_BASE}${name}/*/${family}`
      return sendFile(request, reply, { ...caching(path), dictionaryFor, scriptPolicy: policy, open })
    },
  )

  app.get(`${SHELL_BASE}*`, { ...options, schema: { params: shellParams } }, (request, reply) => {
    const { '*': path } = request.params
    reply.header('cross-origin-resource-policy', 'same-origin')
    const open = (encodings: Parameters<ShellSource['open']>[1]) => shell.open(path, encodings)
    return sendFile(request, reply, { ...caching(path), scriptPolicy: policy, open })
  })
}

/** Runs when a foreign page takes modules of a remote. Never delays the request. */
export type PortalWatch = (request: FastifyRequest, remote: string, modules: readonly string[]) => void

const MAX_ORIGIN_LENGTH = 200

/**
 * Script tags of the federation runtime send no `Origin`, so `Referer` identifies the page. `null`
 * is a sandboxed page.
 */
const askingOrigin = ({ headers: { origin, referer } }: FastifyRequest): string | undefined =>
  origin === 'null' ? origin : originIn(origin ?? referer)

export const isOfPortal = (request: FastifyRequest): boolean => {
  const origin = askingOrigin(request)
  if (origin === undefined) return false
  return origin === 'null' || !isAskedHost(origin, request)
}

/** Records which portals use which remotes, for the gate. Any client can claim an origin. */
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
