import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

const sha256 = (data: string | Uint8Array) => createHash('sha256').update(data).digest()
const text = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url')
const hex = (digits: string) => Buffer.from(digits, 'hex')
const PRESENT = 0x01
const VERIFIED = 0x04
const WITH_KEY = 0x40

export type Ceremony = {
  readonly challenge: string
  /** Default: http://localhost:3000. */
  readonly origin?: string
  /** Default: localhost. */
  readonly rpId?: string
  /** Default: the person was verified. */
  readonly isVerified?: boolean
  readonly userHandle?: string | undefined
}

const clientOf = (type: string, { challenge, origin = 'http://localhost:3000' }: Ceremony) =>
  Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))

/** Software passkey: WebAuthn level 3, ES256, attestation `none`. */
export const createAuthenticator = () => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const credentialId = randomBytes(32)
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const coseKey = Buffer.concat([
    hex('a5010203262001215820'),
    Buffer.from(x, 'base64url'),
    hex('225820'),
    Buffer.from(y, 'base64url'),
  ])
  let counter = 0
  const count = () => {
    const bytes = Buffer.alloc(4)
    bytes.writeUInt32BE((counter += 1))
    return bytes
  }
  const dataOf = ({ rpId = 'localhost', isVerified = true }: Ceremony, flags: number, rest: Buffer) =>
    Buffer.concat([sha256(rpId), Buffer.from([flags | PRESENT | (isVerified ? VERIFIED : 0)]), count(), rest])
  const id = text(credentialId)
  const base = { id, rawId: id, type: 'public-key' }

  return {
    id,
    setCounter: (next: number) => void (counter = next),
    create: (ceremony: Ceremony) => {
      const key = Buffer.concat([Buffer.alloc(16), hex('0020'), credentialId, coseKey])
      const data = dataOf(ceremony, WITH_KEY, key)
      const attestation = Buffer.concat([
        hex('a363666d74646e6f6e656761747453746d74a068617574684461746158'),
        Buffer.from([data.length]),
        data,
      ])
      const response = {
        clientDataJSON: text(clientOf('webauthn.create', ceremony)),
        attestationObject: text(attestation),
        transports: ['internal'],
      }
      return { ...base, response }
    },
    get: (ceremony: Ceremony) => {
      const data = dataOf(ceremony, 0, Buffer.alloc(0))
      const client = clientOf('webauthn.get', ceremony)
      const signature = sign('sha256', Buffer.concat([data, sha256(client)]), privateKey)
      const response = {
        clientDataJSON: text(client),
        authenticatorData: text(data),
        signature: text(signature),
        ...(ceremony.userHandle !== undefined && { userHandle: ceremony.userHandle }),
      }
      return { ...base, response }
    },
  }
}
