import { exportJWK, generateKeyPair, SignJWT, type CryptoKey, type JWTPayload } from 'jose'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

type Key = { readonly kid: string; readonly alg: string; readonly privateKey: CryptoKey; readonly publicKey: CryptoKey }

export const githubClaims = {
  sub: 'repo:acme/analytics:ref:refs/heads/main',
  repository: 'acme/analytics',
  repository_id: '1001',
  repository_owner_id: '2002',
  ref: 'refs/heads/main',
  ref_type: 'branch',
  event_name: 'push',
  run_id: '123',
}

const makeKey = async (kid: string, alg = 'RS256'): Promise<Key> => ({
  kid,
  alg,
  ...(await generateKeyPair(alg, { extractable: true })),
})

export type SignOptions = {
  readonly issuer?: string
  readonly audience?: string | string[]
  readonly expiresIn?: number
  readonly issuedIn?: number
  readonly notBeforeIn?: number
  readonly jti?: string
  readonly header?: Readonly<Record<string, string | undefined>>
  readonly by?: TestIssuer
}
export type TestIssuer = Awaited<ReturnType<typeof startIssuer>>

const json = (response: ServerResponse, body: unknown) =>
  response.setHeader('content-type', 'application/json').end(JSON.stringify(body))

export const startIssuer = async () => {
  let current = await makeKey('first')
  let keys = [current]
  let count = 0
  const asked: string[] = []
  /** Replacement answers, by path. */
  const faults = new Map<string, (response: ServerResponse) => void>()
  const server = createServer((request, response) => {
    const path = request.url ?? ''
    asked.push(path)
    const fault = faults.get(path)
    if (fault) return fault(response)
    if (path === '/.well-known/openid-configuration')
      return void json(response, { issuer: url, jwks_uri: `${url}/keys` })
    if (path !== '/keys') return void response.writeHead(404).end()
    void Promise.all(
      keys.map(async ({ kid, alg, publicKey }) => ({ ...(await exportJWK(publicKey)), kid, alg, use: 'sig' })),
    ).then((set) => json(response, { keys: set }))
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const url = `http://127.0.0.1:${(typeof address === 'object' ? (address as AddressInfo) : { port: 0 }).port}`
  return {
    url,
    asked,
    faults,
    key: () => current,
    /** Replaces the keys. */
    rotate: async (kid: string, alg?: string) => {
      current = await makeKey(kid, alg)
      keys = [current]
    },
    sign: async (claims: JWTPayload, options: SignOptions = {}): Promise<string> => {
      const {
        issuer = url,
        audience = 'http://127.0.0.1',
        expiresIn = 300,
        issuedIn = 0,
        notBeforeIn,
        header,
      } = options
      const { kid, alg, privateKey } = (options.by ?? { key: () => current }).key()
      const now = Math.floor(Date.now() / 1000)
      const token = new SignJWT({ jti: options.jti ?? `job-${++count}`, ...claims })
        .setProtectedHeader({ typ: 'JWT', kid, alg, ...header })
        .setIssuer(issuer)
        .setAudience(audience)
        .setIssuedAt(now + issuedIn)
        .setExpirationTime(now + expiresIn)
      if (notBeforeIn !== undefined) token.setNotBefore(now + notBeforeIn)
      return token.sign(privateKey)
    },
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
