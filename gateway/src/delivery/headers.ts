import { askedAddress } from '@atalaia/server'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isIP } from 'node:net'
import { pagePolicy, type InlineHashes, type PolicyOptions } from './policies.ts'

/** Headers of every answer besides the policy; a route may replace them (M-GATEWAY-2). */
export const commonHeaders = (production: boolean): Readonly<Record<string, string>> => ({
  'referrer-policy': 'strict-origin-when-cross-origin',
  ...(production && { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }),
})

/** Headers of a page (M-GATEWAY-1). */
export const pageHeaders = (page: InlineHashes, options: PolicyOptions): Readonly<Record<string, string>> => ({
  'content-security-policy': pagePolicy(page, options),
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  'x-frame-options': 'DENY',
})

/** The address people use: the configured one, or the one that the request asks. */
export const originOf = (request: FastifyRequest, publicOrigin: string | undefined): string =>
  publicOrigin ?? askedAddress(request)?.origin ?? `${request.protocol}://localhost`

const THIS_MACHINE = /^(.+\.)?localhost\.?$/

/** Whether a host can only be this machine, or is no name: the owner of a name chooses the address that it leads to. */
const isThisMachine = (hostname: string): boolean =>
  THIS_MACHINE.test(hostname) || isIP(hostname.replace(/^\[|\]$/g, '')) !== 0

/**
 * Refuses requests that name another host than this machine or `publicOrigin` with 421. A site whose name leads to this
 * machine in the visitor's browser (DNS rebinding) would otherwise read and send what only this machine may.
 */
export const refuseOtherHosts = (app: FastifyInstance, publicOrigin: string | undefined): void => {
  const own = publicOrigin === undefined ? undefined : new URL(publicOrigin).host
  app.addHook('onRequest', async (request, reply) => {
    const asked = askedAddress(request)
    if (!asked || isThisMachine(asked.hostname) || asked.host === own) return undefined
    return reply
      .code(421)
      .headers({ 'cache-control': 'no-store' })
      .type('text/plain; charset=utf-8')
      .send('Este servidor atende só esta máquina: abra http://localhost. Outro endereço: PUBLIC_ORIGIN ou HOST.\n')
  })
}
