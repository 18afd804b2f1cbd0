import { createHash } from 'node:crypto'
import { createCommandLine } from '@atalaia/server'
import { misuseOf } from '../../../testing/command-line.ts'
import { addSnippetCommand } from './snippet-command.ts'

const GATEWAY = 'https://atalaia.example'
const SCRIPT = 'customElements.define()'
const integrity = `sha384-${createHash('sha384').update(SCRIPT).digest('base64')}`
const manifest = { name: 'mfe-analytics', version: '1.4.0', entry: 'embed.js', integrity, files: [] }
const files: Readonly<Record<string, string>> = {
  '/embed/mfe-analytics/stable/embed.json': JSON.stringify(manifest),
  '/embed/mfe-analytics/1.4.0/embed.json': JSON.stringify(manifest),
  '/embed/mfe-analytics/1.4.0/embed.js': SCRIPT,
}

const run = async (words: string, changed: Readonly<Record<string, string>> = {}) => {
  const [asked, printed]: [string[], string[]] = [[], []]
  const line = createCommandLine({
    name: 'portals',
    call: 'npm run portals --',
    description: '',
    out: (text) => printed.push(text),
    err: (text) => printed.push(text),
  })
  addSnippetCommand(line, {
    fetch: async (url) => {
      const { origin, pathname } = new URL(String(url))
      asked.push(pathname)
      const body = origin === GATEWAY ? (changed[pathname] ?? files[pathname]) : undefined
      return new Response(body ?? 'not found', { status: body === undefined ? 404 : 200 })
    },
  })
  return { code: await line.run(words.split(' ')), text: printed.join(''), asked }
}

// Rule: M-EMBED-32
test.each(['', ' 1.4.0'])('the snippet%s pins the version behind it, whose script has that hash', async (version) => {
  const { code, text, asked } = await run(`snippet ${GATEWAY}${version}`)
  expect([code, text]).toEqual([
    0,
    `<script
  type="module"
  src="https://atalaia.example/embed/mfe-analytics/1.4.0/embed.js"
  integrity="${integrity}"
  crossorigin="anonymous"
></script>
<atalaia-analytics api="https://atalaia.example/api"></atalaia-analytics>
`,
  ])
  expect(asked[1]).toBe('/embed/mfe-analytics/1.4.0/embed.js')
})

test('with --json it is one value for programs', async () => {
  const { code, text } = await run(`snippet ${GATEWAY}/some/page --json`)
  const src = `${GATEWAY}/embed/mfe-analytics/1.4.0/embed.js`
  expect([code, JSON.parse(text)]).toEqual([0, { version: '1.4.0', src, integrity, api: `${GATEWAY}/api` }])
})

// Rule: M-EMBED-32
test.each([
  ['a version that is gone', '9.9.9', {}, 'there is no such version or channel (404)'],
  [
    'a page of something else',
    '',
    { '/embed/mfe-analytics/stable/embed.json': '<html>' },
    'this is no gateway of ours',
  ],
  ['another script', '', { '/embed/mfe-analytics/1.4.0/embed.js': 'other()' }, 'does not match its hash'],
])('%s gets no snippet', async (_, version, changed, reason) => {
  const { code, text } = await run(`snippet ${GATEWAY} ${version}`.trim(), changed)
  expect(code).toBe(1)
  expect(text).toContain(reason)
  expect(text).not.toContain('<script')
})

test.each([
  ['snippet', 'GATEWAY is missing'],
  ['snippet atalaia.example', 'is no http(s) address'],
  ['snippet file:///etc/passwd', 'is no http(s) address'],
  [`snippet ${GATEWAY} ../1.0.0`, 'is neither a version nor a channel'],
  [`snippet ${GATEWAY} 1.4.0 1.5.0`, 'unexpected argument: 1.5.0'],
])('"%s" is misuse, and says why', async (words, reason) => {
  expect(await misuseOf((line) => addSnippetCommand(line), words)).toEqual({
    code: 2,
    err: expect.stringContaining(reason),
  })
})
