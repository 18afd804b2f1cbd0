import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '@atalaia/stack'
import manifest from '../package.json' with { type: 'json' }
import landing from '../mfe-landing/remote.json' with { type: 'json' }

const PAGES = ['README.md', 'CONTRIBUTING.md', 'docs/start.md', 'docs/contributing.md']
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const start = read('docs/start.md')

test.each(PAGES)('each npm run of %s is a command of the root', (page) => {
  const names = Array.from(read(page).matchAll(/npm run ([\w:]+)/g), ([, name = '']) => name)
  expect(names.filter((name) => !Object.hasOwn(manifest.scripts, name))).toEqual([])
})

test('each edit of docs/start.md finds its text', () => {
  const edits = [...start.matchAll(/^sed -i\.bak 's\/(.+)\/.+\/' (\S+)$/gm)]
  expect(edits).toHaveLength(2)
  for (const [, from = '', file = ''] of edits) expect(read(file)).toContain(from)
})

test('docs/start.md promotes the version of the landing page that there is, and then the next one', () => {
  const promoted = Array.from(start.matchAll(/promote mfe-landing (\S+)/g), ([, version]) => version)
  expect(promoted).toEqual([landing.version, landing.version.replace(/\d+$/, (patch) => String(Number(patch) + 1))])
})
