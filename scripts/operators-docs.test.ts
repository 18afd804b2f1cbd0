import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '@atalaia/stack'

const read = (path: string) => readFileSync(join(root, path), 'utf8')
const textsIn = (text: string, pattern: RegExp) => Array.from(text.matchAll(pattern), ([, found = '']) => found)

const settings = read('docs/reference/settings.md')
const servers = [
  { heading: 'Gateway', files: ['gateway/src/config.ts', 'shared/server/src/sign-in-addresses.ts'] },
  { heading: 'leak-api', files: ['leak-api/src/config.ts', 'leak-api/src/accounts/identities/own-providers.ts'] },
]

test.each(servers)(
  'docs/reference/settings.md has each variable of $heading once, and no other',
  ({ heading, files }) => {
    const [, section = ''] = settings.split(`\n## ${heading}\n`)
    const [lines = ''] = section.split('\n## ')
    const named = textsIn(lines, /^- (`[^(]+)\(/gm).flatMap((names) => textsIn(names, /`([A-Z][A-Z0-9_]+)`/g))
    const known = files.flatMap((file) => textsIn(read(file), /^ {2}([A-Z][A-Z0-9_]+): /gm))
    expect(known.length).toBeGreaterThan(20)
    expect(named.toSorted()).toEqual(known.toSorted())
  },
)

const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\w\- ]/g, '')
    .replaceAll(' ', '-')

test('each alert names an entry of the runbook', () => {
  const anchors = textsIn(read('docs/operators.md'), /^#+ (.*)$/gm).map(anchorOf)
  const files = ['alerts.yml', 'alerts-api.yml'].map((file) => read(`deploy/observability/${file}`))
  const named = textsIn(files.join('\n'), /runbook: docs\/operators\.md#(\S+)/g)
  expect(named.length).toBeGreaterThan(10)
  expect(named.filter((anchor) => !anchors.includes(anchor))).toEqual([])
})
