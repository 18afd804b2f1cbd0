import { existsSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { DEFAULT_CHANNEL, GATEWAY_ADDRESSES, QUERY_PARAMETERS } from '@atalaia/contracts'
import { EXIT, type Command, type CommandLine, type Outcome } from '@atalaia/server'
import { z } from 'zod'
import {
  grantsAnswer,
  historyAnswer,
  listAnswer,
  newTokenAnswer,
  ORDERS,
  prunedAnswer,
  publishAnswer,
  reasonsAnswer,
  tokensAnswer,
} from '../registry/api.ts'
import type { Pointer } from '../registry/repository/records.ts'
import { overrideKeyAnswer } from '../delivery/visitor-routes.ts'
import { buildRemote, checkBuild, packBuild, readBuild, type CheckedBuild } from './build.ts'
import type { Client } from './client.ts'
import { linesOf, moveLine, or, reasonLines, refusal, tell, tellMove } from './outcomes.ts'

export type Tools = { readonly client: Client; readonly root: string; readonly env: NodeJS.ProcessEnv }

const channel = z.string()
const reason = z.string().nullish().default(null)
const noOptions = z.object({})
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
const tokenOptions = z.object({ label: z.string() })
const linkOptions = z.object({ minutes: z.coerce.number('is a number') })

/** The work of one command, with the options that `Schema` reads. */
type Work<Schema extends z.ZodType = typeof noOptions> = (
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

const grant: Work = async ([remote = '', names = ''], _flags, { client }) =>
  tell(
    grantsAnswer,
    grantLines,
  )(
    await client.call({
      method: 'PUT',
      path: ORDERS.grantsOf(remote),
      json: { grants: names === 'none' ? [] : names.split(',').map((name) => name.trim()) },
    }),
  )

const grants: Work = async (_operands, _flags, { client }) =>
  tell(grantsAnswer, grantLines)(await client.call({ method: 'GET', path: ORDERS.grants }))

const grantLines = ({ granted }: z.output<typeof grantsAnswer>) =>
  or(
    granted.map(({ remote, grant: name }) => `${remote}  ${name}`),
    'nothing is granted beside what the builds of the workspace ask for',
  )

const createToken: Work<typeof tokenOptions> = async ([remote = ''], { label }, { client }) =>
  tell(newTokenAnswer, ({ id, token }) => [
    `id ${id}`,
    token,
    'It is shown this once: keep it where DEPLOY_TOKEN comes from.',
  ])(await client.call({ method: 'POST', path: ORDERS.tokens, json: { remote, label } }))

const listTokens: Work = async (_operands, _flags, { client }) =>
  tell(tokensAnswer, ({ tokens }) =>
    or(
      tokens.map(({ id, remote, label, createdAt, revokedAt }) =>
        [id, remote, label, createdAt, revokedAt === null ? 'works' : `revoked ${revokedAt}`].join('  '),
      ),
      'there is no token',
    ),
  )(await client.call({ method: 'GET', path: ORDERS.tokens }))

const revokeToken: Work = async ([id = ''], _flags, { client }) => {
  const answer = await client.call({ method: 'DELETE', path: ORDERS.token(encodeURIComponent(id)) })
  return answer.status === 204 ? { text: `${id} is revoked\n`, json: { id } } : refusal(answer)
}

const overrideLink: Work<typeof linkOptions> = async ([override = ''], { minutes }, { client, env }) => {
  const origin = env.PUBLIC_ORIGIN || env.GATEWAY_URL || 'http://localhost:3000'
  return tell(overrideKeyAnswer, ({ key, until }) => {
    const link = new URL('/', origin)
    link.searchParams.set(QUERY_PARAMETERS.remote, override)
    link.searchParams.set(QUERY_PARAMETERS.overrideKey, key)
    return [link.href, `It ends ${until}.`]
  })(await client.call({ method: 'POST', path: GATEWAY_ADDRESSES.overrideKey, json: { override, minutes } }))
}

const withChannel = (command: Command) =>
  command.option('--channel <channel>', 'the channel that gateways serve', DEFAULT_CHANNEL)

/** Adds the commands of `npm run remotes` to its command line. */
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
  program
    .command('grant <name> <grants>')
    .description('what a remote may have: token,public-routes,catch-all-routes, or none')
    .action(on(noOptions, grant))
  program.command('grants').description('what is granted to whom').action(on(noOptions, grants))
  const token = program.command('token').description('deploy tokens: create, list, revoke')
  token
    .command('create <name>')
    .description('a token for one remote; shown this once')
    .option('--label <label>', 'its user, for the list and the history', 'ci')
    .action(on(tokenOptions, createToken))
  token.command('list').action(on(noOptions, listTokens))
  token.command('revoke <id>').action(on(noOptions, revokeToken))
  program
    .command('override-link <name@address>')
    .description('a signed link with which one browser takes a remote from elsewhere')
    .option('--minutes <minutes>', 'how long it may be opened', '60')
    .action(on(linkOptions, overrideLink))
}
