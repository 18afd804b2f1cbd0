import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { root } from '@atalaia/stack'

const page = readFileSync(join(root, 'docs/reference/cli.md'), 'utf8')
const textsIn = (text: string, pattern: RegExp) => Array.from(text.matchAll(pattern), ([, found = '']) => found)

const commandLines = [
  { heading: 'npx atalaia', file: 'shared/cli/src/bin.ts' },
  { heading: 'npm run remotes', file: 'gateway/src/cli/remotes.ts' },
  { heading: 'npm run leaks', file: 'leak-api/src/cli/leaks.ts' },
  { heading: 'npm run portals', file: 'leak-api/src/cli/portals.ts' },
]

test.each(commandLines)(
  'docs/reference/cli.md has each command of $heading, and no other',
  async ({ heading, file }) => {
    const [, section = ''] = page.split(`\n## ${heading}\n`)
    const [lines = ''] = section.split('\n## ')
    const named = textsIn(lines, /^- (`[^:]+):/gm).flatMap((names) => textsIn(names, /`([a-z-]+)`/g))
    const { stdout } = await promisify(execFile)(process.execPath, [join(root, file), '--help'])
    const [, commands = ''] = stdout.split('\nCommands:\n')
    const known = textsIn(commands, /^ {2}([a-z-]+)/gm).filter((name) => name !== 'help')
    expect(named.toSorted()).toEqual(known.toSorted())
  },
)
