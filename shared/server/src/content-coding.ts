import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

declare module 'fastify' {
  // Fastify's types are extended by merging interfaces.
  interface FastifyContextConfig {
    /**
     * Compresses this route's answers. Unsafe for secrets with foreign text: the size reveals them
     * (BREACH).
     */
    compressed?: true
  }
}

/** Codings that `Accept-Encoding` allows, in the order of `offered` (RFC 9110, section 12.5.3). */
export const acceptedCodings = <Coding extends string>(
  header: string | undefined,
  offered: readonly Coding[],
): Coding[] => {
  const allowed = new Map(
    (header ?? '').split(',').map((part) => {
      const [name = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase())
      return [name, !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter))]
    }),
  )
  return offered.filter((coding) => allowed.get(coding) ?? allowed.get('*') ?? false)
}

const MIN_COMPRESSED_BYTES = 1024
/** Some 20 ms for a megabyte. The next quality takes half as long again and saves 3 %. */
const BROTLI_QUALITY = 4

const brotli = promisify(brotliCompress)
const COMPRESS = {
  br: (text: string) => brotli(text, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } }),
  gzip: promisify(gzip),
} as const
const CODINGS = ['br', 'gzip'] as const

export const codingFor = ({ routeOptions, headers }: FastifyRequest): (typeof CODINGS)[number] | undefined =>
  routeOptions.config.compressed === true ? acceptedCodings(headers['accept-encoding'], CODINGS)[0] : undefined

export const varyBy = (reply: FastifyReply, field: string): void => {
  const fields = [reply.getHeader('vary') ?? []].flat().join(', ')
  reply.header('vary', fields === '' ? field : `${fields}, ${field}`)
}

/**
 * Compresses texts from 1 KiB on routes with `config.compressed`, outside of the main thread
 * (P-API-20).
 */
export const compressAnswers = (app: FastifyInstance): void => {
  app.addHook('onSend', async (request, reply, payload) => {
    if (request.routeOptions.config.compressed !== true) return payload
    varyBy(reply, 'Accept-Encoding')
    if (typeof payload !== 'string' || Buffer.byteLength(payload) < MIN_COMPRESSED_BYTES) return payload
    const coding = codingFor(request)
    if (coding === undefined) return payload
    reply.header('content-encoding', coding)
    return COMPRESS[coding](payload)
  })
}
