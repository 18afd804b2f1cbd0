import { spawn, spawnSync } from 'node:child_process'
import { createServer, type Server } from 'node:http'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { root } from '@atalaia/stack'

// The languages of Debian; .NET is not in it, so that Token.cs was read, and never run.
const snippets = [
  { file: 'token.php', program: 'php', version: '--version' },
  { file: 'token.py', program: 'python3', version: '--version' },
  { file: 'Token.java', program: 'java', version: '-version' },
]

let refuses = false
let asked: string[] = []
let server: Server
let gateway: string

beforeAll(async () => {
  server = createServer(async (request, response) => {
    asked = [
      `${request.method} ${request.url}`,
      request.headers.authorization ?? '',
      decodeURIComponent(await text(request)),
    ]
    const [status, body] = refuses
      ? [401, { error: 'invalid_client' }]
      : [200, { token_type: 'Bearer', access_token: 'a.to-ken' }]
    response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (typeof address !== 'object' || !address) throw new Error('no address')
  gateway = `http://127.0.0.1:${address.port}`
})
afterAll(() => new Promise((resolve) => server.close(resolve)))

const OWN_PAGE = { REQUEST_METHOD: 'POST', HTTP_SEC_FETCH_SITE: 'same-origin' }

const run = async (program: string, file: string, request: Readonly<Record<string, string>> = OWN_PAGE) => {
  const env = { ...process.env, ...request, ATALAIA: gateway, CLIENT_ID: 'an-id', CLIENT_SECRET: 'a-secret' }
  const child = spawn(program, [join(root, 'examples', 'servers', file)], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  const [printed, complaint, code] = await Promise.all([text(child.stdout), text(child.stderr), ended])
  return { printed, complaint, code }
}

/** A machine without a language says nothing about its snippet. */
const here = snippets.filter(({ program, version }) => spawnSync(program, [version]).status === 0)

test('each snippet whose language is here exchanges the secret for a token', async () => {
  refuses = false
  for (const { file, program } of here) {
    expect({ file, ...(await run(program, file)) }).toMatchObject({ file, printed: 'a.to-ken', code: 0 })
    expect(asked).toEqual([
      'POST /api/oauth/token',
      `Basic ${Buffer.from('an-id:a-secret').toString('base64')}`,
      'grant_type=client_credentials&scope=leaks:read+emails:add',
    ])
  }
})

test.each([
  ['another site', { ...OWN_PAGE, HTTP_SEC_FETCH_SITE: 'cross-site' }],
  ['a client that is no page', { REQUEST_METHOD: 'POST' }],
  ['a link', { ...OWN_PAGE, REQUEST_METHOD: 'GET' }],
])('%s gets no token, and Atalaia is not asked', async (_, request) => {
  ;[refuses, asked] = [false, []]
  for (const { file, program } of here) {
    expect({ file, ...(await run(program, file, request)) }).toMatchObject({ file, printed: '' })
    expect(asked).toEqual([])
  }
})

test('each fails with Atalaia’s words, and without the secret, when the client is refused', async () => {
  refuses = true
  for (const { file, program } of here) {
    const { printed, complaint, code } = await run(program, file)
    expect(code).not.toBe(0)
    expect(printed + complaint).toContain('invalid_client')
    expect(printed + complaint).not.toContain('a-secret')
  }
})
