import { historyAnswer, ORDERS, publishAnswer, reasonsAnswer, type Pointer, type Reason } from '@atalaia/artifact'
import { DEFAULT_CHANNEL, type Descriptor } from '@atalaia/contracts'
import { z } from 'zod'
import { EXIT, type Command, type Outcome } from './base/command-line.ts'
import { packBuild, type CheckedBuild } from './build.ts'
import type { Client } from './client.ts'
import { linesOf, moveLine, or, reasonLines, refusal, tell, tellMove } from './outcomes.ts'

// The orders of a team, for `npx atalaia` and for `npm run remotes`: their options, and what came of them.

const channel = z.string()
const reason = z.string().nullish().default(null)
const PERCENT = 'is 1 to 100'

/** The options of a promotion. */
export const promoteOptions = z
  .object({
    channel,
    percent: z.coerce.number(PERCENT).int(PERCENT).min(1, PERCENT).max(100, PERCENT),
    reason,
    force: z.boolean().default(false),
  })
  .refine((options) => !options.force || options.reason !== null, '--force needs --reason')
export type PromoteOptions = z.output<typeof promoteOptions>
/** The options of a rollback. */
export const rollbackOptions = z.object({ channel, reason })
export type RollbackOptions = z.output<typeof rollbackOptions>

/** Adds `--channel` to a command. */
export const withChannel = (command: Command): Command =>
  command.option('--channel <channel>', 'the channel that gateways serve', DEFAULT_CHANNEL)

/** Adds the options of a promotion to a command. */
export const withPromoteOptions = (command: Command): Command =>
  withChannel(command)
    .option('--percent <percent>', 'the share of the browsers that get it, 1 to 100', '100')
    .option('--reason <text>', 'for the history')
    .option('--force', 'overrules the gate; needs --reason')

/** Adds the options of a rollback to a command. */
export const withRollbackOptions = (command: Command): Command =>
  withChannel(command).option('--reason <text>', 'for the history')

/** A build that is to be uploaded as a version of `remote`; its files are in `dir`. */
export type PublishedBuild = { readonly remote: string; readonly dir: string; readonly descriptor: Descriptor }

/** Uploads a build. The same version with the same content changes nothing; with other content it is refused. */
export const publishBuild = async (
  client: Client,
  { remote, dir, descriptor }: PublishedBuild,
  more: readonly string[] = [],
): Promise<Outcome> =>
  tell(publishAnswer, ({ status, name, version }) => [
    status === 'published' ? `${name} ${version} is published` : `${name} ${version} was published already, the same`,
    ...more,
  ])(await client.call({ method: 'PUT', path: ORDERS.artifact(remote), archive: await packBuild(dir, descriptor) }))

/** Points a channel to a version. */
export const promote = async (
  client: Client,
  { remote, version }: { readonly remote: string; readonly version: string },
  { channel: on, percent, reason: why, force }: PromoteOptions,
): Promise<Outcome> =>
  tellMove(
    await client.call({
      method: 'POST',
      path: ORDERS.promote(remote),
      json: { version, channel: on, percent, why, force },
    }),
  )

/** Takes back the newest promotion. */
export const rollback = async (
  client: Client,
  remote: string,
  { channel: on, reason: why }: RollbackOptions,
): Promise<Outcome> =>
  tellMove(await client.call({ method: 'POST', path: ORDERS.rollback(remote), json: { channel: on, why } }))

/** All moves of a remote's channels, the newest first. */
export const history = async (client: Client, remote: string): Promise<Outcome> =>
  tell(historyAnswer, ({ moves }) => or(moves.map(moveLine), 'nothing was moved yet'))(
    await client.call({ method: 'GET', path: ORDERS.history(remote) }),
  )

/** A channel as it stands, in one line. */
export const pointerLine = (pointer: Pointer): string => {
  const { remote, channel: on, version, candidate, percent } = pointer
  const canary = candidate === null ? [] : [`canary ${candidate} at ${percent} %`]
  return [remote, on, version ?? 'as built', ...canary, ...heldOf(pointer)].join('  ')
}

/** Why a channel's promotion is held, if it is. */
export const heldOf = ({ channel: on, held }: Pointer): string[] => (held === null ? [] : [`HELD on ${on}: ${held}`])

export type CheckOrder = {
  /** The name of the build where it cannot be read. */
  readonly place: string
  readonly channel: string
  /** Whether the gate is asked too. Default: the build is judged by itself. */
  readonly gateway: boolean
}

/** Tells what was found out about a build, and asks the gate if nothing stands against it yet. */
export const checkOutcome = async (client: Client, built: CheckedBuild, order: CheckOrder): Promise<Outcome> => {
  if (built.status === 'unreadable' || built.reasons.length > 0 || !order.gateway) return tellCheck(built, order)
  const json = { descriptor: built.descriptor, channel: order.channel }
  const answer = await client.call({ method: 'POST', path: ORDERS.check, json })
  const asked = reasonsAnswer.safeParse(answer.body)
  return asked.success ? tellCheck({ ...built, reasons: asked.data.reasons }, order) : refusal(answer)
}

const tellCheck = (built: CheckedBuild, { place, gateway }: CheckOrder): Outcome => {
  const reasons: readonly Reason[] = built.reasons
  const build = built.status === 'readable' ? { name: built.descriptor.name, version: built.descriptor.version } : null
  const name = build === null ? place : `${build.name} ${build.version}`
  const good = gateway ? `${name} may be promoted` : `${name} is in order; --gateway asks the gate too`
  return {
    text: linesOf(reasons.length === 0 ? [good] : [`${name} would be refused:`, ...reasonLines(reasons)]),
    json: { ...build, reasons, gateway },
    code: reasons.length === 0 ? EXIT.ok : EXIT.failed,
  }
}
