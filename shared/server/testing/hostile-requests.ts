import {
  array,
  asyncProperty,
  check,
  constantFrom,
  oneof,
  record,
  string,
  type Arbitrary,
  type RunDetails,
} from 'fast-check'
import { connect } from 'node:net'

const SEED = 20_261_121
const RUNS = 300
const LIMIT_MS = 6000
const ANSWER_MS = 10_000
const TEXT_RUNS = 60
const TEXT_LIMIT_MS = 1500
const ONCE = { seed: SEED, endOnFailure: true, markInterruptAsFailure: false }

const hostileText: Arbitrary<string> = oneof(
  constantFrom(
    '\0',
    'a\0b',
    '\ud800',
    '\u202e',
    "';--",
    '%00',
    '../../etc/passwd',
    'a'.repeat(5000),
    '',
    ' ',
    '{}',
    'null',
  ),
  string({ unit: 'binary', maxLength: 20 }),
)

const SEGMENTS = [
  '%00',
  '%',
  '%zz',
  '%c0%af',
  '%E0%A4%A',
  '%ff',
  '%2e%2e%2f',
  '..',
  '.',
  '',
  '//[',
  '[',
  '\\',
  ';',
  '*',
  'a'.repeat(300),
  'b'.repeat(5000),
  '%61'.repeat(400),
  'remote.json',
  '.incoming',
  'mfe-a',
  '1.0.0',
  'constructor',
]
const TARGETS = [
  '//[',
  '//',
  '*',
  'http://[',
  'http://a/..',
  '/?',
  '/?%',
  '/?a=%00&a=%ff',
  '/%00',
  '/a%00b',
  '/..%2f..',
]
const HEADERS = [
  'Host: [',
  'Host: a b',
  'Host: \u0080',
  'Host:',
  'Host: a:99999999',
  'Origin: http://[',
  'Origin: null',
  'Expect: x',
  'Cookie: %E0%A4%A; =; ;;a=%',
  'Cookie: token=%00',
  `Cookie: ${'a=b;'.repeat(500)}`,
  'Accept-Encoding: ;q=x,*;q=',
  'Authorization: Bearer',
  'Authorization: Basic OgA6',
  'Authorization: Basic AGE6YQBi',
  'X-Forwarded-For: , x',
  'If-None-Match: "',
  'Content-Type: application/json; charset=x',
  'Content-Type: text/plain',
  'Content-Type: /',
  'Upgrade: websocket',
  'TE: x',
  'X-Actor: \u0080',
  'Forwarded: for="[',
  'X: \0',
]
const JSON_TYPE = 'Content-Type: application/json'
const withLength = (body: string, type = JSON_TYPE) => ({
  headers: [type, `Content-Length: ${Buffer.byteLength(body)}`],
  body,
})
const chunked = (body: string) => ({ headers: [JSON_TYPE, 'Transfer-Encoding: chunked'], body })
const FORM_TYPE = 'Content-Type: application/x-www-form-urlencoded'
const BODIES = [
  ...['{', '[]', 'null', '"\\u0000"', '{"a":"\\u0000"}', '{"__proto__":{}}', '[', '\0', '1e999'].map((body) =>
    withLength(body),
  ),
  ...['a=%00', 'a=%', '&&&=', 'username=%00&password=%00', 'a=1&a=2'].map((body) => withLength(body, FORM_TYPE)),
  withLength('['.repeat(15_000)),
  withLength('a'.repeat(2_000_000)),
  withLength('{"activations":[{}],"vitals":1}', 'Content-Type: text/plain'),
  ...['zz\r\n', '-1\r\n', 'ffffffffffffffffff\r\n', '5\r\nab\r\n0\r\n\r\n', '0\r\nX: \0\r\n\r\n'].map(chunked),
  { headers: ['Content-Length: -1'], body: '' },
  { headers: ['Content-Length: 2', 'Content-Length: 3'], body: '{}' },
  { headers: ['Content-Length: 2', 'Transfer-Encoding: chunked'], body: '{}' },
  { headers: [], body: '' },
]
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH', 'PROPFIND', 'TRACE', 'FOO', 'get']

const sendRaw = (port: number, request: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1' })
    const timer = setTimeout(() => {
      socket.destroy()
      reject(new Error(`the connection is not over after ${ANSWER_MS} ms`))
    }, ANSWER_MS)
    let answer = ''
    socket
      .on('data', (chunk) => (answer += chunk.toString('latin1')))
      // A server that has answered may end the connection under the rest of the request.
      .on('error', () => undefined)
      .on('close', () => {
        clearTimeout(timer)
        resolve(answer)
      })
      .write(request, 'latin1')
  })

export type HostileOptions = {
  readonly port: number
  readonly prefixes: readonly string[]
  readonly credentials?: readonly string[]
}

/** The first hostile call with a status from 500, or `none`. */
export type Outcome = 'none' | { readonly call: unknown; readonly why: string }

/** Sends some hundred hostile requests over sockets. */
export const attackWithRequests = async ({ port, prefixes, credentials = [] }: HostileOptions): Promise<Outcome> => {
  const address = record({
    prefix: constantFrom(...prefixes),
    segments: array(constantFrom(...SEGMENTS), { maxLength: 4 }),
  })
  const request = record({
    method: constantFrom(...METHODS),
    target: oneof(
      constantFrom(...TARGETS),
      address.map(({ prefix, segments }) => prefix + segments.join('/')),
    ),
    headers: array(constantFrom(...HEADERS, ...credentials), { maxLength: 3 }),
    body: constantFrom(...BODIES),
  })
  const property = asyncProperty(request, async ({ method, target, headers, body }) => {
    const hosts = headers.some((header) => header.startsWith('Host')) ? [] : ['Host: a']
    const lines = [`${method} ${target} HTTP/1.1`, ...hosts, ...headers, ...body.headers, 'Connection: close', '', '']
    const answer = await sendRaw(port, lines.join('\r\n') + body.body)
    const status = Number(/^HTTP\/1\.1 (?:100 [^]*?HTTP\/1\.1 )?(\d+)/.exec(answer)?.[1] ?? Number.NaN)
    if (!(status < 500)) throw new Error(`it is answered with "${answer.slice(0, 200)}"`)
  })
  return outcomeOf(await check(property, { ...ONCE, numRuns: RUNS, interruptAfterTimeLimit: LIMIT_MS }))
}

/** Calls `send` some hundred times with hostile texts in `body`. */
export const attackWithTexts = async <Body extends object>(
  body: Body,
  send: (body: Body) => Promise<{ readonly statusCode: number; readonly body: string }>,
): Promise<Outcome> => {
  const places = textsIn(body)
  const changes = array(record({ place: constantFrom(...places), text: hostileText }), { minLength: 1, maxLength: 3 })
  const property = asyncProperty(changes, async (wanted) => {
    const changed = structuredClone(body)
    for (const { place, text } of wanted) put(changed, place, text)
    const answer = await send(changed)
    if (answer.statusCode >= 500) throw new Error(`it is answered with ${answer.statusCode}: ${answer.body}`)
  })
  return outcomeOf(await check(property, { ...ONCE, numRuns: TEXT_RUNS, interruptAfterTimeLimit: TEXT_LIMIT_MS }))
}

const outcomeOf = <Input>(details: RunDetails<[Input]>): Outcome => {
  const { failed, counterexample, errorInstance } = details
  if (!failed) return 'none'
  return { call: counterexample?.[0], why: errorInstance instanceof Error ? errorInstance.message : 'no answer' }
}

type Place = readonly string[]

const textsIn = (value: object, at: Place = []): Place[] =>
  Object.entries(value).flatMap(([key, part]: [string, unknown]) =>
    typeof part === 'object' && part !== null ? textsIn(part, [...at, key]) : [[...at, key]],
  )

const put = (value: object, [key = '', ...rest]: Place, text: string): void => {
  const part: unknown = Reflect.get(value, key)
  if (rest.length === 0 || typeof part !== 'object' || part === null) Reflect.set(value, key, text)
  else put(part, rest, text)
}
