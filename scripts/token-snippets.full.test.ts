import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { root } from '@atalaia/stack'

// The languages of Debian; .NET is not in it, so that Token.cs was read, and never run.
const servers = join(root, 'examples', 'servers')
const classes = mkdtempSync(join(tmpdir(), 'atalaia-snippets-'))
const snippets = [
  { file: 'token.php', program: 'php', args: [join(servers, 'token.php')], prepare: ['php', '--version'] },
  { file: 'token.py', program: 'python3', args: [join(servers, 'token.py')], prepare: ['python3', '--version'] },
  // Compiled once: `java Token.java` does so at each start.
  {
    file: 'Token.java',
    program: 'java',
    args: ['-cp', classes, 'Token'],
    prepare: ['javac', '-d', classes, join(servers, 'Token.java')],
  },
]
type Snippet = (typeof snippets)[number]

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
afterAll(() => {
  rmSync(classes, { recursive: true, force: true })
  return new Promise((resolve) => server.close(resolve))
})

const OWN_PAGE = { REQUEST_METHOD: 'POST', HTTP_SEC_FETCH_SITE: 'same-origin' }

const run = async ({ program, args }: Snippet, request: Readonly<Record<string, string>> = OWN_PAGE) => {
  const env = { ...process.env, ...request, ATALAIA: gateway, CLIENT_ID: 'an-id', CLIENT_SECRET: 'a-secret' }
  const child = spawn(program, args, { env, stdio: ['ignore', 'pipe', 'pipe'] })
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  const [printed, complaint, code] = await Promise.all([text(child.stdout), text(child.stderr), ended])
  return { printed, complaint, code }
}

const here = snippets.filter(({ prepare: [program = '', ...args] }) => spawnSync(program, args).status === 0)

test('each snippet whose language is here exchanges the secret for a token', async () => {
  refuses = false
  for (const snippet of here) {
    const { file } = snippet
    expect({ file, ...(await run(snippet)) }).toMatchObject({ file, printed: 'a.to-ken', code: 0 })
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
  for (const snippet of here) {
    const { file } = snippet
    expect({ file, ...(await run(snippet, request)) }).toMatchObject({ file, printed: '' })
    expect(asked).toEqual([])
  }
})

test('each fails with Atalaia’s words, and without the secret, when the client is refused', async () => {
  refuses = true
  for (const snippet of here) {
    const { printed, complaint, code } = await run(snippet)
    expect(code).not.toBe(0)
    expect(printed + complaint).toContain('invalid_client')
    expect(printed + complaint).not.toContain('a-secret')
  }
})
