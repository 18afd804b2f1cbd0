import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { object, parse, number, string } from 'zod/mini'

export type ReceivedPush = {
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
}

/** Real push service (RFC 8030). `answer.status` answers the next pushes. */
export const startPushService = async (onReceived?: (push: ReceivedPush) => void) => {
  const received: ReceivedPush[] = []
  const answer: { status: number; headers: Record<string, string> } = { status: 201, headers: {} }
  const server = createServer((request, response) => {
    const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]))
    void buffer(request).then((body) => {
      const push = { path: request.url ?? '', headers, body }
      received.push(push)
      onReceived?.(push)
      response.writeHead(answer.status, answer.headers).end()
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
  return {
    url,
    received,
    answer,
    stop: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

const RECORD_SIZE_AT = 16
const KEY_LENGTH_AT = 20
const KEY_AT = 21
const TAG_BYTES = 16
const LAST_RECORD = 2

const derive = (secret: Buffer, salt: Buffer, info: Buffer, bytes: number) =>
  Buffer.from(hkdfSync('sha256', secret, salt, info, bytes))

export const createPushBrowser = (serviceUrl: string, name = randomBytes(9).toString('base64url')) => {
  const keys = createECDH('prime256v1')
  const own = keys.generateKeys()
  const auth = randomBytes(16)
  return {
    path: `/${name}`,
    body: {
      endereco: `${serviceUrl}/${name}`,
      p256dh: own.toString('base64url'),
      auth: auth.toString('base64url'),
    },
    read: (push: Pick<ReceivedPush, 'body'>): unknown => {
      const { body } = push
      const salt = body.subarray(0, RECORD_SIZE_AT)
      const keyEnd = KEY_AT + (body[KEY_LENGTH_AT] ?? 0)
      const sender = body.subarray(KEY_AT, keyEnd)
      const keyInfo = Buffer.concat([Buffer.from('WebPush: info\0'), own, sender])
      const secret = derive(keys.computeSecret(sender), auth, keyInfo, 32)
      const key = derive(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
      const nonce = derive(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12)
      const decipher = createDecipheriv('aes-128-gcm', key, nonce).setAuthTag(body.subarray(-TAG_BYTES))
      const record = body.subarray(keyEnd, -TAG_BYTES)
      const text = Buffer.concat([decipher.update(record), decipher.final()])
      if (text.at(-1) !== LAST_RECORD) throw new Error('not the last record')
      return JSON.parse(text.subarray(0, -1).toString())
    },
  }
}

const claimsSchema = object({ aud: string(), exp: number(), sub: string() })

/** RFC 8292. Throws unless `key` signed them. */
export const senderOf = ({ headers }: Pick<ReceivedPush, 'headers'>, key: string) => {
  const [, token = '', shown] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(headers['authorization'] ?? '') ?? []
  if (shown !== key) throw new Error('another key')
  const [head = '', claims = '', signature = ''] = token.split('.')
  const point = Buffer.from(key, 'base64url')
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'))
  const publicKey = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' })
  const signed = Buffer.from(`${head}.${claims}`)
  const isGenuine = verify(
    'sha256',
    signed,
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  if (!isGenuine) throw new Error('not signed with it')
  return parse(claimsSchema, JSON.parse(Buffer.from(claims, 'base64url').toString()))
}
