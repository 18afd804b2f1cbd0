import { createHash } from 'node:crypto'
import { createServer, type RequestListener } from 'node:http'
import { createPasswordRanges } from './password-ranges.ts'

const LEAKED = 'uma senha que vazou'
const hashOf = (password: string) => createHash('sha1').update(password).digest('hex').toUpperCase()

const withList = async (
  answer: RequestListener,
  use: (has: (password: string) => Promise<boolean>) => Promise<void>,
) => {
  const server = createServer(answer)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const lines: string[] = []
  const at = server.address()
  const address = `http://127.0.0.1:${typeof at === 'object' ? at?.port : ''}/range`
  const ranges = createPasswordRanges(address, {
    warn: (facts, message) => void lines.push(message + JSON.stringify(facts)),
  })
  await use(ranges.has)
  server.closeAllConnections()
  server.close()
  return lines
}

// Rule: P-API-21
// Threat: T-FACTOR-8
test('the list is asked by five digits, and its padding counts for nothing', async () => {
  const asked: unknown[] = []
  const lines = await withList(
    ({ url, headers }, response) => {
      asked.push([url, headers['add-padding'], headers['accept-encoding']])
      const [known, padded] = [hashOf(LEAKED), hashOf('preenchimento')]
      response.end(`${'0'.repeat(35)}:3\r\n${known.slice(5)}:17\r\n${padded.slice(5)}:0`)
    },
    async (has) => {
      expect([await has(LEAKED), await has('preenchimento'), await has('outra')]).toEqual([true, false, false])
    },
  )
  expect(asked[0]).toEqual([`/range/${hashOf(LEAKED).slice(0, 5)}`, 'true', 'identity'])
  expect(lines).toEqual([])
})

// Rule: P-API-21
test.each<[string, RequestListener]>([
  ['fails', (_request, response) => void response.writeHead(500).end()],
  ['redirects', (_request, response) => void response.writeHead(302, { location: 'http://evil.example/' }).end()],
  ['is too large', (_request, response) => void response.end('x'.repeat(600_000))],
])('a list that %s refuses nobody, and the log says so without the password', async (_what, answer) => {
  const lines = await withList(answer, async (has) => expect(await has(LEAKED)).toBe(false))
  expect(lines).toEqual([expect.stringContaining('cannot be asked')])
  expect(lines.join()).not.toContain(LEAKED)
  expect(lines.join()).not.toContain(hashOf(LEAKED).slice(5))
})
