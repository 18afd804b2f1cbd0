import {
  AUDIENCE_KINDS,
  audienceSchema,
  checkAnswer,
  DEFAULT_PERCENT,
  historyAnswer,
  instantSchema,
  ORDERS,
  publishAnswer,
  STEP_LIMITS_MS,
  stepsSchema,
  type CheckAnswer,
  type Pointer,
} from '@atalaia/artifact'
import { DEFAULT_CHANNEL, type Descriptor } from '@atalaia/contracts'
import { z } from 'zod'
import { EXIT, type Command, type Outcome } from './base/command-line.ts'
import { packBuild, type CheckedBuild } from './build.ts'
import type { Client } from './client.ts'
import { audienceText, linesOf, moveLine, or, reasonLines, refusal, tell, tellMove } from './outcomes.ts'
import { tellPlanned } from './plan-commands.ts'

// The orders of a team, for `npx atalaia` and for `npm run remotes`: their options and their results.

const channel = z.string()
const reason = z.string().nullish().default(null)
const PERCENT = 'is 1 to 100'

const UNITS_MS = new Map([
  ['s', 1000],
  ['m', 60_000],
  ['h', 3_600_000],
  ['d', 86_400_000],
])
/** Reads `90s`, `10m`, `2h` or `1d`; 0: invalid. */
export const millisecondsOf = (text: string): number => {
  const [, count = '', unit = ''] = /^(\d{1,6})([smhd])$/.exec(text) ?? []
  return Number(count) * (UNITS_MS.get(unit) ?? 0)
}
const timeSchema = z.string().transform((text, context) => {
  const milliseconds = millisecondsOf(text)
  if (milliseconds < STEP_LIMITS_MS.least || milliseconds > STEP_LIMITS_MS.most)
    context.addIssue('is a time from 1s to 7d: 10m')
  return milliseconds
})
const shares = z
  .string()
  .transform((text) => text.split(',').map(Number))
  .pipe(stepsSchema)

const FOR = 'is org=…, role=…, region=… or header=Name:value'
/** Rules of `--for`, repeatable: `org=12,13`. */
const audienceOption = z
  .array(z.string())
  .transform((rules, context) => {
    const audience: Record<string, string[]> = {}
    for (const rule of rules) {
      const [, kind = '', values = ''] = /^(\w+)=(.+)$/s.exec(rule) ?? []
      if (!AUDIENCE_KINDS.some((known) => known === kind)) context.addIssue(FOR)
      audience[kind] = [...(audience[kind] ?? []), ...values.split(',').map((value) => value.trim())]
    }
    return audience
  })
  .pipe(audienceSchema)

export const promoteOptions = z
  .object({
    channel,
    steps: shares.optional(),
    at: instantSchema.optional(),
    every: timeSchema.default(600_000),
    for: audienceOption.optional(),
    percent: z.coerce.number(PERCENT).int(PERCENT).min(1, PERCENT).max(100, PERCENT).optional(),
    reason,
    force: z.boolean().default(false),
  })
  .refine((options) => !options.force || options.reason !== null, '--force needs --reason')
  .refine(
    (options) => options.steps === undefined || options.percent === undefined,
    '--steps has no --percent beside it',
  )
export type PromoteOptions = z.output<typeof promoteOptions>
export const rollbackOptions = z.object({ channel, reason })
export type RollbackOptions = z.output<typeof rollbackOptions>

export const withChannel = (command: Command): Command =>
  command.option('--channel <channel>', 'the channel that gateways serve', DEFAULT_CHANNEL)

export const withPromoteOptions = (command: Command): Command =>
  withChannel(command)
    .option('--percent <percent>', `the share of the browsers that get it, 1 to 100 (default: ${DEFAULT_PERCENT})`)
    .option('--steps <shares>', 'larger shares one after the other, as long as it does well: 1,10,50,100')
    .option('--every <time>', 'with --steps: the time of each, as 90s, 10m, 2h or 1d (10m without it)')
    .option('--at <time>', 'when it is to be carried out: 2026-12-01T09:00-03:00 (now without it)')
    .option('--for <rule...>', 'the browsers that it is for: org=12,13 role=admin region=BR header=X-Beta:1')
    .option('--reason <text>', 'for the history')
    .option('--force', 'overrules the gate; needs --reason')

export const withRollbackOptions = (command: Command): Command =>
  withChannel(command).option('--reason <text>', 'for the history')

/** Build to upload as a version of `remote`. */
export type PublishedBuild = { readonly remote: string; readonly dir: string; readonly descriptor: Descriptor }

/** Equal content changes nothing; other content is refused. */
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
  { channel: on, for: audience, at, percent, steps, every, reason: why, force }: PromoteOptions,
): Promise<Outcome> => {
  const json = { version, channel: on, why, force }
  // At an address of its own: a gateway of before would take it for a promotion for everybody, and at once.
  if (audience !== undefined || at !== undefined)
    return tellPlanned(
      await client.call({
        method: 'POST',
        path: ORDERS.plans(remote),
        json: { ...json, audience, at, percent, steps, every },
      }),
    )
  if (steps === undefined)
    return tellPlanned(await client.call({ method: 'POST', path: ORDERS.promote(remote), json: { ...json, percent } }))
  const path = ORDERS.rollout(remote, 'start')
  return tellPlanned(await client.call({ method: 'POST', path, json: { ...json, steps, every } }))
}

/** Takes back the newest promotion. */
export const rollback = async (
  client: Client,
  remote: string,
  { channel: on, reason: why }: RollbackOptions,
): Promise<Outcome> =>
  tellMove(await client.call({ method: 'POST', path: ORDERS.rollback(remote), json: { channel: on, why } }))

/** Newest first. */
export const history = async (client: Client, remote: string): Promise<Outcome> =>
  tell(historyAnswer, ({ moves }) => or(moves.map(moveLine), 'nothing was moved yet'))(
    await client.call({ method: 'GET', path: ORDERS.history(remote) }),
  )

/** A channel in one line. */
export const pointerLine = (pointer: Pointer): string => {
  const { remote, channel: on, version, candidate, percent } = pointer
  const canary = candidate === null ? [] : [`canary ${candidate} at ${percent} %${audienceText(pointer.audience)}`]
  return [remote, on, version ?? 'nothing published', ...canary, ...heldOf(pointer)].join('  ')
}

/** Reason for a held promotion; empty: not held. */
export const heldOf = ({ channel: on, held }: Pointer): string[] => (held === null ? [] : [`HELD on ${on}: ${held}`])

export type CheckOrder = {
  readonly place: string
  readonly channel: string
  /** True: asks the gate, too. */
  readonly gateway: boolean
}

/** Reports findings; asks the gate when there are no objections. */
export const checkOutcome = async (client: Client, built: CheckedBuild, order: CheckOrder): Promise<Outcome> => {
  if (built.status === 'unreadable' || built.reasons.length > 0 || !order.gateway) return tellCheck(built, order)
  const json = { descriptor: built.descriptor, channel: order.channel }
  const answer = await client.call({ method: 'POST', path: ORDERS.check, json })
  const asked = checkAnswer.safeParse(answer.body)
  return asked.success ? tellCheck({ ...built, reasons: asked.data.reasons }, order, asked.data) : refusal(answer)
}

type Said = Pick<CheckAnswer, 'warnings' | 'verified'>

const tellCheck = (built: CheckedBuild, { place, gateway }: CheckOrder, said?: Said): Outcome => {
  const { reasons } = built
  const build = built.status === 'readable' ? { name: built.descriptor.name, version: built.descriptor.version } : null
  const name = build === null ? place : `${build.name} ${build.version}`
  const now = said?.warnings.some(({ stops }) => stops)
    ? `${name} has nothing of the gate against it`
    : `${name} may be promoted`
  const good = gateway ? now : `${name} is in order; --gateway asks the gate too`
  return {
    text: linesOf([
      ...(reasons.length === 0 ? [good] : [`${name} would be refused:`, ...reasonLines(reasons)]),
      ...(said ? warningLines(said) : []),
    ]),
    json: { ...build, reasons, ...(said && { warnings: said.warnings, verified: said.verified }), gateway },
    code: reasons.length === 0 ? EXIT.ok : EXIT.failed,
  }
}

const warningLines = ({ warnings, verified }: Said): string[] => [
  ...(verified ? [`verified in a browser by ${verified.by} at ${verified.at}`] : []),
  ...warnings.map(
    ({ code, message, stops }) => `warning: ${code}: ${message}${stops ? ' (a promotion is refused now)' : ''}`,
  ),
]
