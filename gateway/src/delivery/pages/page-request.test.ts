import { readFileSync } from 'node:fs'
import { Session } from 'node:inspector/promises'
import { join } from 'node:path'
import { createWorkspace } from '../../../testing/workspace.ts'

const SOURCES = '/gateway/src/'

const architecture = readFileSync(join(import.meta.dirname, '../../../../docs/architecture.md'), 'utf8')
const [, request = ''] = architecture.split('### A page request in the gateway')
const filesIn = (text: string) => Array.from(text.matchAll(/^\d+\. `([^`]+)`/gm), ([, file = '']) => file)

const passedBy = async (session: Session, work: () => Promise<unknown>): Promise<string[]> => {
  await session.post('Profiler.takePreciseCoverage')
  await work()
  const { result } = await session.post('Profiler.takePreciseCoverage')
  return result
    .filter(({ url }) => url.includes(SOURCES) && !url.includes('.test.'))
    .filter(({ functions }) =>
      functions.some(
        ({ functionName, ranges: [whole] }) =>
          whole !== undefined && whole.count > 0 && !functionName.startsWith('get '),
      ),
    )
    .map(({ url }) => url.slice(url.indexOf(SOURCES) + SOURCES.length))
}

test('a request for a page passes the files of docs/architecture.md alone, one for a page that is kept those of the first list', async () => {
  const workspace = await createWorkspace()
  const app = await workspace.gateway()
  await app.ready()
  const session = new Session()
  session.connect()
  await session.post('Profiler.enable')
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
  const made = await passedBy(session, () => app.inject('/login'))
  const kept = await passedBy(session, () => app.inject('/login'))
  session.disconnect()
  await app.close()
  await workspace.remove()
  const [first = ''] = request.split('also makes the page:')
  const [both = ''] = request.split('### ')
  expect(made).toContain('delivery/pages/html.ts')
  expect(made.filter((file) => !filesIn(both).includes(file))).toEqual([])
  expect(kept).toContain('delivery/pages/page-routes.ts')
  expect(kept.filter((file) => !filesIn(first).includes(file))).toEqual([])
})
