import { z } from 'zod'
import { createCommandLine, Misuse } from './command-line.ts'

const promotion = z
  .object({
    percent: z.coerce.number('is 1 to 100').min(1, 'is 1 to 100').max(100, 'is 1 to 100'),
    reason: z.string().optional(),
    force: z.boolean().default(false),
    dryRun: z.enum(['on', 'off'], 'is on or off').optional(),
  })
  .refine(({ force, reason }) => !force || reason !== undefined, '--force needs --reason')

const run = async (...words: string[]) => {
  const said = { out: '', err: '' }
  const line = createCommandLine({
    name: 'remotes',
    call: 'npm run remotes --',
    description: 'The life of a remote.',
    notes: 'GATEWAY_URL   the gateway',
    out: (text) => void (said.out += text),
    err: (text) => void (said.err += text),
  })
  const { program, action } = line
  program
    .command('promote <name> <version>')
    .option('--percent <percent>', 'share of the browsers', '100')
    .option('--reason <text>')
    .option('--force')
    .option('--dry-run <mode>')
    .action(
      action(promotion, async ({ operands: [name = '', version = ''], options }) => ({
        text: `${name} ${version} at ${options.percent} %\n`,
        json: { name, version, percent: options.percent },
      })),
    )
  const token = program.command('token').description('deploy tokens')
  token.command('list').action(action(z.object({}), async () => ({ text: 'there is no token\n' })))
  program
    .command('check <dir>')
    .action(action(z.object({}), async () => ({ text: 'would be refused\n', json: { reasons: [] }, code: 1 })))
  program.command('import <file>').action(
    action(z.object({}), async ({ operands: [file] }) => {
      if (file === 'nothing') throw new Misuse('import: FILE is empty')
      throw new Error(`${file}: no such file`, { cause: new Error('ENOENT') })
    }),
  )
  return { code: await line.run(words), ...said }
}

test.each([
  [['promote', 'mfe-a', '1.0.0', '--percent', '10'], 'mfe-a 1.0.0 at 10 %\n'],
  [['promote', 'mfe-a', '1.0.0', '--json'], '{"name":"mfe-a","version":"1.0.0","percent":100}\n'],
  [['--json', 'promote', 'mfe-a', '1.0.0'], '{"name":"mfe-a","version":"1.0.0","percent":100}\n'],
  [['token', 'list', '--json'], 'there is no token\n'],
])('%j is done: 0, on standard output', async (words, out) => {
  expect(await run(...words)).toEqual({ code: 0, out, err: '' })
})

test.each([
  [['check', 'dist'], { out: '', err: 'would be refused\n' }],
  [['check', 'dist', '--json'], { out: '{"reasons":[]}\n', err: '' }],
  [['import', 'a.txt'], { out: '', err: 'remotes: a.txt: no such file\n' }],
])('%j fails: 1, and one line', async (words, said) => {
  expect(await run(...words)).toEqual({ code: 1, ...said })
})

const PROMOTE = 'promote [options] <name> <version>'
test.each([
  [['promote', 'mfe-a'], 'promote takes 2 operand(s), not 1: VERSION is missing', PROMOTE],
  [['promote', 'a', 'b', 'c'], 'promote takes 2 operand(s), not 3', PROMOTE],
  [['promote', 'a', 'b', '--percent', '0'], '--percent is 1 to 100', PROMOTE],
  [['promote', 'a', 'b', '--dry-run', 'x'], '--dry-run is on or off', PROMOTE],
  [['promote', 'a', 'b', '--force'], '--force needs --reason', PROMOTE],
  [['promote', 'a', 'b', '--sauce'], "promote: Unknown option '--sauce'", PROMOTE],
  [['destroy'], 'there is no command "destroy"', 'COMMAND [options]'],
  [['token', 'destroy'], 'token: there is no command "destroy"', 'token [options] [command]'],
  [['token'], 'token: a command is missing', 'token [options] [command]'],
  [['import', 'nothing'], 'import: FILE is empty', 'import [options] <file>'],
  [[], 'a command is missing', 'COMMAND [options]'],
])('%j is a wrong call: 2, what is wrong, and how that command is called', async (words, message, usage) => {
  const { code, out, err } = await run(...words)
  expect([code, out]).toEqual([2, ''])
  expect(err.split('\n').slice(0, 3)).toEqual([`remotes: ${message}`, '', `Usage: npm run remotes -- ${usage}`])
  expect(err.includes('GATEWAY_URL   the gateway')).toBe(usage === 'COMMAND [options]')
})

test.each([[['--help']], [['help']], [['promote', '--help']]])('%j is told on standard output', async (words) => {
  const { code, out, err } = await run(...words)
  expect([code, err]).toEqual([0, ''])
  expect(out).toContain('npm run remotes -- ')
})
