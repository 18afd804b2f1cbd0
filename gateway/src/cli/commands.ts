import { existsSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { DEFAULT_CHANNEL } from '@atalaia/contracts'
import { EXIT, type Command, type CommandLine, type Outcome } from '@atalaia/server'
import { z } from 'zod'
import { historyAnswer, listAnswer, ORDERS, prunedAnswer, publishAnswer, reasonsAnswer } from '../registry/api.ts'
import type { Pointer } from '../registry/repository/records.ts'
import { buildRemote, checkBuild, packBuild, readBuild, type CheckedBuild } from './build.ts'
import type { Client } from './client.ts'
import { linesOf, moveLine, or, reasonLines, refusal, tell, tellMove } from './outcomes.ts'

export type Tools = { readonly client: Client; readonly root: string; readonly env: NodeJS.ProcessEnv }

const channel = z.string()
const reason = z.string().nullish().default(null)
/** The options of a command that has none. */
export const noOptions = z.object({})
const publishOptions = z.object({ dir: z.string().optional(), build: z.boolean() })
const PERCENT = 'is 1 to 100'
const promoteOptions = z
  .object({
    channel,
    percent: z.coerce.number(PERCENT).int(PERCENT).min(1, PERCENT).max(100, PERCENT),
    reason,
    force: z.boolean().default(false),
  })
  .refine((options) => !options.force || options.reason !== null, '--force needs --reason')
const rollbackOptions = z.object({ channel, reason })
const checkOptions = z.object({ channel, gateway: z.boolean().default(false) })

/** The work of one command, with the options that `Schema` reads. */
export type Work<Schema extends z.ZodType = typeof noOptions> = (
  operands: readonly string[],
  options: z.output<Schema>,
  tools: Tools,
) => Promise<Outcome>

const publish: Work<typeof publishOptions> = async ([what = ''], { dir, build }, { client, root }) => {
  const isRemote = existsSync(join(root, what, 'webpack.config.ts')) && basename(what) === what
  if (isRemote && dir === undefined && build) await buildRemote(root, what)
  const folder = resolve(root, dir ?? (isRemote ? join(what, 'dist') : what))
  const descriptor = await readBuild(folder)
  const archive = await packBuild(folder, descriptor)
  const path = ORDERS.artifact(isRemote ? what : descriptor.name)
  return tell(publishAnswer, ({ status, name, version }) => [
    status === 'published' ? `${name} ${version} is published` : `${name} ${version} was published already, the same`,
  ])(await client.call({ method: 'PUT', path, archive }))
}

const promote: Work<typeof promoteOptions> = async (
  [remote = '', version = ''],
  { channel: on, percent, reason: why, force },
  { client },
) =>
  tellMove(
    await client.call({
      method: 'POST',
      path: ORDERS.promote(remote),
      json: { version, channel: on, percent, why, force },
    }),
  )

const rollback: Work<typeof rollbackOptions> = async ([remote = ''], { channel: on, reason: why }, { client }) =>
  tellMove(
    await client.call({
      method: 'POST',
      path: ORDERS.rollback(remote),
      json: { channel: on, why },
    }),
  )

const history: Work = async ([remote = ''], _flags, { client }) =>
  tell(historyAnswer, ({ moves }) => or(moves.map(moveLine), 'nothing was moved yet'))(
    await client.call({ method: 'GET', path: ORDERS.history(remote) }),
  )

const list: Work = async (_operands, _flags, { client }) =>
  tell(listAnswer, ({ artifacts, pointers }) =>
    or(
      artifacts.map(({ name, version, owner, publishedAt, publishedBy, prunedAt }) =>
        [
          name,
          version,
          owner,
          publishedAt,
          `by ${publishedBy}`,
          ...(prunedAt === null ? [] : ['(pruned)']),
          ...pointers
            .filter(({ remote, version: all, candidate }) => remote === name && (candidate ?? all) === version)
            .flatMap(heldOf),
        ].join('  '),
      ),
      'nothing is published yet',
    ),
  )(await client.call({ method: 'GET', path: ORDERS.remotes }))

const heldOf = ({ channel: on, held }: Pointer): string[] => (held === null ? [] : [`HELD on ${on}: ${held}`])

const status: Work = async (_operands, _flags, { client }) =>
  tell(listAnswer, ({ pointers, built }) => [
    ...pointers.map((pointer) => {
      const { remote, channel: on, version, candidate, percent } = pointer
      const canary = candidate === null ? [] : [`canary ${candidate} at ${percent} %`]
      return [remote, on, version ?? 'as built', ...canary, ...heldOf(pointer)].join('  ')
    }),
    ...built
      .filter(({ name }) => !pointers.some((pointer) => pointer.remote === name && pointer.channel === DEFAULT_CHANNEL))
      .map(({ name, version }) => `${name}  as built  ${version}`),
  ])(await client.call({ method: 'GET', path: ORDERS.remotes }))

const check: Work<typeof checkOptions> = async ([dir = ''], { channel: on, gateway }, { client, root }) => {
  const built = await checkBuild(resolve(root, dir))
  if (built.status === 'unreadable' || built.reasons.length > 0 || !gateway) return tellCheck(dir, built, gateway)
  const { descriptor } = built
  const answer = await client.call({ method: 'POST', path: ORDERS.check, json: { descriptor, channel: on } })
  const asked = reasonsAnswer.safeParse(answer.body)
  return asked.success ? tellCheck(dir, { ...built, reasons: asked.data.reasons }, gateway) : refusal(answer)
}

const tellCheck = (dir: string, built: CheckedBuild, gateway: boolean): Outcome => {
  const { reasons } = built
  const build = built.status === 'readable' ? { name: built.descriptor.name, version: built.descriptor.version } : null
  const name = build === null ? dir : `${build.name} ${build.version}`
  const good = gateway ? `${name} may be promoted` : `${name} is in order; --gateway asks the gate too`
  return {
    text: linesOf(reasons.length === 0 ? [good] : [`${name} would be refused:`, ...reasonLines(reasons)]),
    json: { ...build, reasons, gateway },
    code: reasons.length === 0 ? EXIT.ok : EXIT.failed,
  }
}

const prune: Work = async (_operands, _flags, { client }) =>
  tell(prunedAnswer, ({ pruned }) =>
    or(
      pruned.map(({ name, version }) => `${name} ${version} is removed`),
      'nothing to remove',
    ),
  )(await client.call({ method: 'POST', path: ORDERS.prune }))

const withChannel = (command: Command) =>
  command.option('--channel <channel>', 'the channel that gateways serve', DEFAULT_CHANNEL)

/** Adds the commands of `npm run remotes` that publish, move and judge versions. */
export const addCommands = ({ program, action }: CommandLine, tools: Tools): void => {
  const on = <Schema extends z.ZodType>(schema: Schema, work: Work<Schema>) =>
    action(schema, ({ operands, options }) => work(operands, options, tools))

  program
    .command('publish <name|dir>')
    .description('builds the remote and uploads it; the same version stays the same')
    .option('--dir <dir>', 'the folder of its build')
    .option('--no-build', 'uploads the build that is there')
    .action(on(publishOptions, publish))
  withChannel(program.command('promote <name> <version>'))
    .description('points a channel to a version')
    .option('--percent <percent>', 'the share of the browsers that get it, 1 to 100', '100')
    .option('--reason <text>', 'for the history')
    .option('--force', 'overrules the gate; needs --reason')
    .action(on(promoteOptions, promote))
  withChannel(program.command('rollback <name>'))
    .description('takes back the newest promotion')
    .option('--reason <text>', 'for the history')
    .action(on(rollbackOptions, rollback))
  program.command('history <name>').description('who moved what, when and why').action(on(noOptions, history))
  program.command('list').description('every published version').action(on(noOptions, list))
  program.command('status').description('what is live').action(on(noOptions, status))
  withChannel(program.command('check <dir>'))
    .description('judges a build by itself: descriptor, files, hashes, routes, budget')
    .option('--gateway', 'asks the gate too: live shells, other remotes, who uses what')
    .action(on(checkOptions, check))
  program.command('prune').description('removes versions that nobody gets any more').action(on(noOptions, prune))
}
