import {
  diagnose,
  doctorAnswer,
  ORDERS,
  shellOfferSchema,
  type AskedMove,
  type Diagnosis,
  type DoctorFacts,
  type ShellOffer,
} from '@atalaia/artifact'
import { versionSchema } from '@atalaia/contracts'
import { stat, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { EXIT, Misuse, type Command, type Outcome } from './base/command-line.ts'
import type { Client } from './client.ts'
import { linesOf, reasonLines, refusal } from './outcomes.ts'

const VERSION = /^\d+(\.\d+){0,2}(-[\w.-]+)?$/
const version = z.string().regex(VERSION, 'is a version, as in 20.0.0')

export const doctorOptions = z.object({
  shell: z.string().optional(),
  react: version.optional(),
  module: z.array(z.string().regex(/^.+=.+$/, 'is NAME=VERSION')).default([]),
  contract: z.string().optional(),
})
export type DoctorOptions = z.output<typeof doctorOptions>

const HELP = `
Without an option each shared module, and the contract, is held against its next major version. Exit code 1: a version would
show a panel after the move that is asked about; without a move, one shows a panel now.
  lags    a live version that the asked shell would not meet
  ready   one that runs in the live shells and in the asked one
  broken  one that a live shell does not meet`

export const withDoctorOptions = (command: Command): Command =>
  command
    .description('who is ready for another shell, who lags, and what breaks if it comes now')
    .option('--shell <shell>', 'a published version of the shell, or the folder of a built one (shell.json)')
    .option('--react <version>', 'React, and react-dom, in this version; 20 is 20.0.0, or the live one if that is a 20')
    .option('--module <name=version>', 'a shared module in this version; may be repeated', collect, [])
    .option('--contract <versions>', 'the contracts that the shell would offer, as in 2 or 1.8.0,2.0.0')
    .addHelpText('after', HELP)

const collect = (value: string, before: string[]): string[] => [...before, value]

/** `2`: the live version 2.x, else 2.0.0. */
const whole = (text: string, live?: string): string => {
  if (!VERSION.test(text)) throw new Misuse(`${text} is no version: write 20.0.0`)
  if (live?.startsWith(`${text}.`)) return live
  return [...text.split('.'), '0', '0'].slice(0, 3).join('.')
}

const shellOf = async (asked: string, { shells, asked: published }: DoctorFacts): Promise<ShellOffer> => {
  const known = shells.find((shell) => shell.version === asked) ?? published
  if (known) return known
  const folder = await stat(asked).catch(() => undefined)
  if (!folder)
    throw new Misuse(
      `--shell ${asked} is neither a published shell (live: ${shells.map((one) => one.version).join(', ')}) nor a folder`,
    )
  const file = folder.isDirectory() ? join(asked, 'shell.json') : asked
  return z.parse(shellOfferSchema, JSON.parse(await readFile(file, 'utf8')))
}

const moveOf = async ({ shell, react, module, contract }: DoctorOptions, facts: DoctorFacts): Promise<AskedMove> => {
  const shared = facts.shells.flatMap((live) => live.shared)
  const versionOf = (name: string, asked: string) =>
    [name, whole(asked, shared.find((one) => one.name === name)?.version)] as const
  const named = module.map((each) => {
    const at = each.lastIndexOf('=')
    return versionOf(each.slice(0, at), each.slice(at + 1))
  })
  const ofReact = react === undefined ? [] : ['react', 'react-dom'].map((name) => versionOf(name, react))
  return {
    ...(shell !== undefined && { shell: await shellOf(shell, facts) }),
    shared: Object.fromEntries([...ofReact, ...named]),
    ...(contract !== undefined && { contracts: contract.split(',').map((one) => whole(one)) }),
  }
}

/** Reports which remotes are ready for a shell (M-DOCTOR-2). */
export const doctor = async (client: Client, options: DoctorOptions): Promise<Outcome> => {
  const { shell } = options
  const query =
    shell !== undefined && versionSchema.safeParse(shell).success ? `?shell=${encodeURIComponent(shell)}` : ''
  const answer = await client.call({ method: 'GET', path: ORDERS.doctor + query })
  if (answer.status >= 300) return refusal(answer)
  const facts = z.parse(doctorAnswer, answer.body)
  const diagnosis = diagnose(facts, await moveOf(options, facts))
  return {
    text: linesOf(textOf(diagnosis)),
    json: diagnosis,
    code: diagnosis.breaks.length === 0 ? EXIT.ok : EXIT.failed,
  }
}

const textOf = ({ asked, subjects, breaks, deprecated }: Diagnosis): string[] => [
  ...subjects.flatMap(subjectLines(asked)),
  ...breakLines(asked, breaks),
  ...(deprecated.length === 0 ? [] : ['', 'deprecated, and in use:']),
  ...deprecated.flatMap(({ name, version: of, owner, uses }) =>
    uses.map((use) => `  ${name} ${of} (${owner}): ${use}`),
  ),
]

const subjectLines =
  (asked: boolean) =>
  ({ subject, live, target, versions, apart }: Diagnosis['subjects'][number]): string[] => {
    const rows = versions.map(({ standing, name, version: of, live: where, accepts, owner }) => [
      standing,
      `${name} ${of}`,
      where.map(({ channel, share }) => (share === 'all' ? channel : `${channel} (${share})`)).join(', '),
      accepts,
      owner,
    ])
    const widths = [0, 1, 2, 3].map((column) => Math.max(...rows.map((row) => (row[column] ?? '').length)))
    return [
      `${subject}: live ${live.join(', ') || 'none'}; ${asked ? 'asked' : 'next'} ${target.join(', ') || 'none'}`,
      ...rows.map((row) => `  ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')}`.trimEnd()),
      ...(apart.length > 0 && subject === 'react' ? [`  take none of the page: ${apart.join(', ')}`] : []),
    ]
  }

const breakLines = (asked: boolean, breaks: Diagnosis['breaks']): string[] => {
  if (breaks.length === 0) return ['', asked ? 'nothing breaks if the shell moves now' : 'nothing is broken now']
  return [
    '',
    asked ? 'if the shell moves now, these show a panel:' : 'these show a panel now:',
    ...breaks.flatMap(({ name, version: of, owner, paths, reasons }) => [
      `${name} ${of} (${owner}) at ${paths.join(', ')}`,
      ...reasonLines(reasons),
    ]),
  ]
}
