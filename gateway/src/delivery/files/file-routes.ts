import { DESCRIPTOR_FILE, REMOTES_BASE, SHELL_BASE } from '@atalaia/contracts'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { descriptorText } from '../../registry/storage/artifact.ts'
import type { ArtifactSource } from '../../registry/storage/artifact-source.ts'
import type { ShellSource } from '../../registry/storage/workspace.ts'
import type { PortalWatch } from './portal-watch.ts'
import { IMMUTABLE, isNamedByContent, sendFile, sendJsonText } from './send-file.ts'

const artifactParams = z.object({ name: z.string(), version: z.string(), '*': z.string() })
const shellParams = z.object({ '*': z.string() })

export type FileSources = {
  readonly artifacts: ArtifactSource
  readonly shell: ShellSource
  readonly onPortal?: PortalWatch | undefined
}

const NO_CACHE = 'no-cache'

/** Only a file whose name carries its hash is cached; any other may be built again under the same name. */
const caching = (path: string) =>
  isNamedByContent(path)
    ? { path, cacheControl: IMMUTABLE, identity: path }
    : { path, cacheControl: NO_CACHE, identity: undefined }

/** Files of remotes, which pages of any origin may load, and of the shell, which only our own pages may. */
export const fileRoutes = (app: FastifyInstance, { artifacts, shell, onPortal }: FileSources): void => {
  // A page asks for dozens of files: only what goes wrong is logged.
  const options = { logLevel: 'warn' } as const

  app.get(`${REMOTES_BASE}:name/:version/*`, options, async (request, reply) => {
    const { name, version, '*': path } = artifactParams.parse(request.params)
    reply.headers({ 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' })
    const { origin, host } = request.headers
    if (origin !== undefined && URL.canParse(origin) && new URL(origin).host !== host)
      onPortal?.(origin, await artifacts.describe(name, version), path)
    if (path === DESCRIPTOR_FILE) {
      const descriptor = await artifacts.describe(name, version)
      return descriptor
        ? sendJsonText(request, reply, { text: descriptorText(descriptor).text, cacheControl: NO_CACHE })
        : reply.callNotFound()
    }
    const open = (encodings: Parameters<ArtifactSource['open']>[1]) =>
      artifacts.open({ name, version, path }, encodings)
    return sendFile(request, reply, { ...caching(path), open })
  })

  app.get(`${SHELL_BASE}*`, options, (request, reply) => {
    const { '*': path } = shellParams.parse(request.params)
    reply.header('cross-origin-resource-policy', 'same-origin')
    return sendFile(request, reply, { ...caching(path), open: (encodings) => shell.open(path, encodings) })
  })
}
