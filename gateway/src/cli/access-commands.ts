import {
  approvalsAnswer,
  freezesAnswer,
  grantSchema,
  grantsAnswer,
  ORDERS,
  verifierRow,
  verifiersAnswer,
  type Freeze,
  type Verifier,
} from '@atalaia/artifact'
import { DEFAULT_CHANNEL, GATEWAY_ADDRESSES, QUERY_PARAMETERS, TIME_ZONE } from '@atalaia/contracts'
import { gatewayOrigin, grantsOfRemote, or, refusal, tell } from '@atalaia/cli'
import type { Command, CommandLine } from '@atalaia/server'
import { addRightsCommands } from './rights-commands.ts'
import { z } from 'zod'
import { overrideKeyAnswer } from '../delivery/visitor-routes.ts'
import { noOptions, type Tools, type Work } from './commands.ts'

const rightsOptions = z.object({ reason: z.string().nullish().default(null), ahead: z.boolean().default(false) })
const verifierOptions = z.object({ remote: z.string().optional() })
const linkOptions = z.object({ minutes: z.coerce.number('is a number') })

const grant: Work<typeof rightsOptions> = async ([remote = '', names = ''], options, { client }) =>
  tell(
    grantsAnswer,
    factLines,
  )(
    await client.call({
      method: 'PUT',
      path: ORDERS.grantsOf(remote),
      json: { grants: names === 'none' ? [] : names.split(',').map((name) => name.trim()), ...rightsOf(options) },
    }),
  )

const changePrefix =
  (path: (remote: string) => string): Work<typeof rightsOptions> =>
  async ([remote = '', prefix = ''], options, { client }) =>
    tell(
      grantsAnswer,
      ownedLines,
    )(await client.call({ method: 'POST', path: path(remote), json: { prefix, ...rightsOf(options) } }))

const rightsOf = ({ reason, ahead }: z.output<typeof rightsOptions>) => ({ why: reason, ahead })

const grants: Work = async ([remote], _flags, { client }) =>
  remote === undefined
    ? tell(grantsAnswer, factLines)(await client.call({ method: 'GET', path: ORDERS.grants }))
    : grantsOfRemote(client, remote)

const owned: Work = async (_operands, _flags, { client }) =>
  tell(grantsAnswer, ownedLines)(await client.call({ method: 'GET', path: ORDERS.grants }))

type Facts = z.output<typeof grantsAnswer>
const ownedOf = (facts: Facts) => facts.owned.map(({ remote, prefix }) => `${remote}  owns ${prefix}`)
const ownedLines = (facts: Facts) => or(ownedOf(facts), 'no prefix is reserved')
const factLines = (facts: Facts) =>
  or(
    [...facts.granted.map(({ remote, grant: name }) => `${remote}  ${name}`), ...ownedOf(facts)],
    'nothing is granted beside what the builds of the workspace ask for',
  )

const verifierLine = ({ name, publicKey, remote, addedAt, addedBy, revokedAt }: Verifier): string =>
  [
    name,
    publicKey,
    remote ?? 'all remotes',
    `added ${addedAt} by ${addedBy}`,
    revokedAt === null ? 'counts' : `revoked ${revokedAt}`,
  ].join('  ')

const addVerifier: Work<typeof verifierOptions> = async ([name = '', publicKey = ''], { remote }, { client }) =>
  tell(verifierRow, (verifier) => [verifierLine(verifier)])(
    await client.call({ method: 'POST', path: ORDERS.verifiers, json: { name, publicKey, remote: remote ?? null } }),
  )

const listVerifiers: Work = async (_operands, _flags, { client }) =>
  tell(verifiersAnswer, ({ verifiers }) => or(verifiers.map(verifierLine), 'nobody verifies versions here'))(
    await client.call({ method: 'GET', path: ORDERS.verifiers }),
  )

const revokeVerifier: Work = async ([name = ''], _flags, { client }) => {
  const answer = await client.call({ method: 'DELETE', path: ORDERS.verifier(encodeURIComponent(name)) })
  return answer.status === 204
    ? { text: `${name} is revoked, and what it has said counts no more\n`, json: { name } }
    : refusal(answer)
}

const overrideLink: Work<typeof linkOptions> = async ([override = ''], { minutes }, { client, env }) => {
  const named = env.PUBLIC_ORIGIN || env.GATEWAY_URL
  return tell(overrideKeyAnswer, ({ key, until, origin }) => {
    const link = new URL('/', named || (origin ?? gatewayOrigin(env)))
    link.searchParams.set(QUERY_PARAMETERS.remote, override)
    link.searchParams.set(QUERY_PARAMETERS.overrideKey, key)
    return [link.href, `It ends ${until}. In the remote's repository: npx atalaia dev --shell "${link.href}"`]
  })(await client.call({ method: 'POST', path: GATEWAY_ADDRESSES.overrideKey, json: { override, minutes } }))
}

const freezeOptions = z.object({ from: z.string(), to: z.string(), zone: z.string(), remote: z.string().optional() })
const channelOptions = z.object({ channel: z.string() })
const approvalOptions = z.object({
  ...channelOptions.shape,
  hours: z.coerce.number('is a number').transform((hours) => Math.round(hours * 3_600_000)),
})

const freezeLine = ({ id, name, remote, starts, ends, weekly, who }: Freeze): string => {
  const time = weekly ? `each week from ${weekly.from} to ${weekly.to}, ${weekly.zone}` : `from ${starts} to ${ends}`
  return [`${id}`, `"${name}"`, remote ?? 'all remotes', time, `by ${who}`].join('  ')
}

const tellFreezes = tell(freezesAnswer, ({ freezes }) => or(freezes.map(freezeLine), 'there is no freeze'))

/** A time with a day of the week repeats each week. */
const addFreeze: Work<typeof freezeOptions> = async ([name = ''], { from, to, zone, remote }, { client }) => {
  const time = /^\w{3} /.test(from) ? { weekly: { from, to, zone } } : { starts: from, ends: to }
  return tellFreezes(await client.call({ method: 'POST', path: ORDERS.freezes, json: { name, remote, ...time } }))
}

const listFreezes: Work = async (_operands, _flags, { client }) =>
  tellFreezes(await client.call({ method: 'GET', path: ORDERS.freezes }))

const removeFreeze: Work = async ([id = ''], _flags, { client }) =>
  tellFreezes(await client.call({ method: 'DELETE', path: ORDERS.freeze(encodeURIComponent(id)) }))

const tellApprovals = tell(approvalsAnswer, ({ approvals }) =>
  or(
    approvals.map(({ remote, channel, within, who }) =>
      [remote, channel, `another person has to approve within ${within / 3_600_000} h`, `by ${who}`].join('  '),
    ),
    'no promotion needs an approval',
  ),
)

const requireApproval: Work<typeof approvalOptions> = async ([remote = ''], { channel, hours: within }, { client }) =>
  tellApprovals(await client.call({ method: 'PUT', path: ORDERS.approvalOf(remote), json: { channel, within } }))

const waiveApproval: Work<typeof channelOptions> = async ([remote = ''], { channel }, { client }) => {
  const path = `${ORDERS.approvalOf(remote)}?${new URLSearchParams({ channel }).toString()}`
  return tellApprovals(await client.call({ method: 'DELETE', path }))
}

const listApprovals: Work = async ([remote = ''], _flags, { client }) =>
  tellApprovals(await client.call({ method: 'GET', path: ORDERS.approvalOf(remote) }))

export const addRuleCommands = ({ program, action }: CommandLine, tools: Tools): void => {
  const on = <Schema extends z.ZodType>(schema: Schema, work: Work<Schema>) =>
    action(schema, ({ operands, options }) => work(operands, options, tools))
  const freeze = program.command('freeze').description('times in which nothing is promoted: add, list, remove')
  freeze
    .command('add <name>')
    .description('rollbacks always go; --force with a reason overrules it')
    .requiredOption('--from <time>', 'as 2026-12-24T18:00-03:00, or of each week: "fri 16:00"')
    .requiredOption('--to <time>', 'as 2026-12-26T08:00-03:00, or of each week: "mon 08:00"')
    .option('--zone <zone>', 'of times of each week', TIME_ZONE)
    .option('--remote <name>', 'for this remote alone (all of them without it)')
    .action(on(freezeOptions, addFreeze))
  freeze.command('list').action(on(noOptions, listFreezes))
  freeze.command('remove <id>').action(on(noOptions, removeFreeze))

  const approvals = program.command('approvals').description('whose promotions another person has to approve')
  const onChannel = (order: string) =>
    approvals.command(`${order} <name>`).option('--channel <channel>', 'the channel', DEFAULT_CHANNEL)
  onChannel('require')
    .option('--hours <hours>', 'the time that the other person has', '24')
    .action(on(approvalOptions, requireApproval))
  onChannel('waive').action(on(channelOptions, waiveApproval))
  approvals.command('list <name>').action(on(noOptions, listApprovals))
}

const withRights = (command: Command) =>
  command.option('--reason <text>', 'for the history').option('--ahead', 'also for a remote that was never published')

export const addAccessCommands = (line: CommandLine, tools: Tools): void => {
  const { program, action } = line
  const on = <Schema extends z.ZodType>(schema: Schema, work: Work<Schema>) =>
    action(schema, ({ operands, options }) => work(operands, options, tools))

  withRights(program.command('grant <name> <grants>'))
    .description(`all that a remote may have from now on: ${grantSchema.options.join(',')}, or none`)
    .action(on(rightsOptions, grant))
  program
    .command('grants [name]')
    .description('what is granted and reserved to whom; of one remote with who did it, when and why')
    .action(on(noOptions, grants))
  withRights(program.command('own <name> <prefix>'))
    .description('reserves the addresses below a prefix to a remote, as /app/reports')
    .action(on(rightsOptions, changePrefix(ORDERS.own)))
  program
    .command('release <name> <prefix>')
    .description('ends that')
    .option('--reason <text>', 'for the history')
    .action(on(rightsOptions, changePrefix(ORDERS.release)))
  program.command('owned').description('which prefixes are reserved to whom').action(on(noOptions, owned))
  const verifiers = program
    .command('verifiers')
    .description('whose verdicts about versions are taken: add, list, revoke')
  verifiers
    .command('add <name> <public-key>')
    .description('takes verdicts that this key has signed; verify --new-key makes a key')
    .option('--remote <remote>', 'about this remote alone, as for the CI of its team')
    .action(on(verifierOptions, addVerifier))
  verifiers.command('list').action(on(noOptions, listVerifiers))
  verifiers.command('revoke <name>').action(on(noOptions, revokeVerifier))
  program
    .command('override-link <name@address>')
    .description('a signed link with which one browser takes a remote from elsewhere')
    .option('--minutes <minutes>', 'how long it may be opened', '60')
    .action(on(linkOptions, overrideLink))
  addRightsCommands(line, tools.client)
}
