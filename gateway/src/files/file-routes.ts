import type { Descriptor } from '@atalaia/contracts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { descriptorText } from '../registry/storage/artifact.ts'
import type { ArtifactSource } from '../registry/storage/artifact-source.ts'
import type { ShellSource } from '../registry/storage/workspace.ts'
import type { Encoding, StoredFile } from '../registry/storage/stored-file.ts'
import { acceptedEncodings } from './accepted-encodings.ts'
import type { PortalWatch } from './portal-watch.ts'
import { contentType } from './content-types.ts'

const artifactParams = z.object({ name: z.string(), version: z.string(), '*': z.string() })
const shellParams = z.object({ '*': z.string() })

export type FileSources = {
  readonly artifacts: ArtifactSource
  readonly shell: ShellSource
  /** Told when a page of another origin asks for a remote's file. */
  readonly onPortal?: PortalWatch | undefined
}

/** Files of remotes and of the shell, under addresses whose content never changes. */
export const fileRoutes = (app: FastifyInstance, sources: FileSources): void => {
  // Only what goes wrong is worth a line here: a page asks for dozens of files.
  const options = { logLevel: 'warn' } as const

  app.get('/remotes/:name/:version/*', options, async (request, reply) => {
    const { name, version, '*': path } = artifactParams.parse(request.params)
    // Other origins may run a remote: a portal that embeds it.
    reply.headers({ 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' })
    const { origin, host } = request.headers
    if (origin !== undefined && URL.canParse(origin) && new URL(origin).host !== host)
      sources.onPortal?.(origin, await sources.artifacts.describe(name, version), path)
    if (path === 'remote.json') return sendDescriptor(reply, await sources.artifacts.describe(name, version))
    return send(request, reply, path, (encodings) => sources.artifacts.open({ name, version, path }, encodings))
  })

  app.get('/shell/*', options, (request, reply) => {
    const { '*': path } = shellParams.parse(request.params)
    reply.header('cross-origin-resource-policy', 'same-origin')
    return send(request, reply, path, (encodings) => sources.shell.open(path, encodings))
  })
}

const sendDescriptor = (reply: FastifyReply, descriptor: Descriptor | undefined) =>
  descriptor
    ? reply
        .header('cache-control', 'no-cache')
        .type('application/json; charset=utf-8')
        .send(descriptorText(descriptor).text)
    : reply.callNotFound()

const hashed = /\.[0-9a-f]{16,}\./
const immutable = 'public, max-age=31536000, immutable'

const send = async (
  request: FastifyRequest,
  reply: FastifyReply,
  path: string,
  open: (encodings: readonly Encoding[]) => Promise<StoredFile | undefined>,
) => {
  const type = contentType(path)
  const file = type === undefined ? undefined : await open(acceptedEncodings(request.headers['accept-encoding']))
  if (type === undefined || !file) return reply.callNotFound()
  // The name has the content's hash in it, so it can stand for the content.
  const tag = `"${path}${file.encoding ? `-${file.encoding}` : ''}"`
  reply.headers({ 'cache-control': hashed.test(path) ? immutable : 'no-cache', vary: 'Accept-Encoding' })
  if (hashed.test(path)) {
    reply.header('etag', tag)
    if (request.headers['if-none-match']?.includes(tag)) {
      file.stream.destroy()
      return reply.code(304).send()
    }
  }
  if (file.encoding) reply.header('content-encoding', file.encoding)
  return reply.type(type).header('content-length', file.bytes).send(file.stream)
}
