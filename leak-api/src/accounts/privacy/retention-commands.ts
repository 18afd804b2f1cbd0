import {
  RETENTION,
  type RetentionBound,
  type RetentionName,
  RETENTION_NAMES,
  retentionChoice,
  type RetentionBounds,
} from '@atalaia/contracts/retention'
import type { Database } from '@atalaia/database'
import { EXIT, Misuse, type CommandLine } from '@atalaia/server'
import { z } from 'zod'
import { INSTALLATION } from '../../base/audit/audit-repository.ts'
import { recordActs } from '../../base/audit/record-audit.ts'
import type { Clock } from '../../base/clock.ts'
import { createRetentionRepository } from './retention-repository.ts'
import { table } from '../../base/commands.ts'

/**
 * Narrows the retention times of organisations (P-PRIVACY-5), and returns how many had chosen
 * otherwise. Only the machine may call it. Throws outside the product's bounds.
 */
const boundRetention = async (
  { database, clock }: { readonly database: Database; readonly clock: Clock },
  name: RetentionName,
  bound: RetentionBound,
): Promise<number> => {
  const { least, most } = RETENTION[name]
  const [from, to] = [bound.minimo ?? least, bound.maximo ?? most]
  if (from < least || to > most || from > to)
    throw new Error(`${from} to ${to} days: the bounds lie between ${least} and ${most}, the least first`)
  return database.transaction(async (tx) => {
    const retention = createRetentionRepository(tx)
    await retention.lockBounds()
    const before = { prazo: name, ...(await retention.bounds())[name] }
    await retention.setBound(name, bound)
    const outside = await retention.outside(name, bound)
    const act = { action: 'retention.bounded', actor: { kind: 'operator' }, at: clock(), before } as const
    const after = { prazo: name, ...bound }
    await recordActs(
      tx,
      [INSTALLATION, ...outside].map((id) => ({ organisationIds: [id], act: { ...act, after } })),
    )
    return outside.length
  })
}

const WORDS: Readonly<Record<RetentionName, string>> = {
  relatorios: 'reports',
  acoes_de_portais: 'portal-actions',
  nomes_na_auditoria: 'audit-names',
}
const words = RETENTION_NAMES.map((name) => WORDS[name]).join(', ')

const nameOf = (operands: readonly string[]): RetentionName => {
  const [word, ...others] = operands
  if (others.length > 0) throw new Misuse(`retention bound: unexpected argument: ${others.join(' ')}`)
  const name = RETENTION_NAMES.find((each) => WORDS[each] === word)
  if (name === undefined) throw new Misuse(`retention bound: one of ${words} is asked for, not ${word ?? 'nothing'}`)
  return name
}

const boundsText = (bounds: RetentionBounds): string =>
  table([
    ['time', 'at least', 'at most', 'without a choice', ''],
    ...RETENTION_NAMES.map((name) => {
      const { least, most, standard } = retentionChoice(name, bounds[name])
      const { minimo, maximo } = bounds[name]
      const own =
        minimo === null && maximo === null ? '' : `narrowed from ${RETENTION[name].least} to ${RETENTION[name].most}`
      return [WORDS[name], `${least} days`, `${most} days`, standard === null ? 'no end' : `${standard} days`, own]
    }),
  ])

const daysOption = z
  .string()
  .regex(/^\d{1,5}$/, 'is a number of days')
  .transform(Number)
  .optional()

export const addRetentionCommands = (
  { program, action }: CommandLine,
  { tools }: { readonly tools: () => Promise<{ readonly database: Database; readonly clock: Clock }> },
): void => {
  const read = async () => createRetentionRepository((await tools()).database).bounds()
  program
    .command('retention')
    .description('between how many days organisations choose for how long they keep what may go')
    .action(
      action(z.object({}), async () => {
        const bounds = await read()
        return { text: boundsText(bounds), json: bounds }
      }),
    )
    .command('bound [words...]')
    .usage('NAME [--least DAYS] [--most DAYS] --yes [--json]')
    .description(`narrows what all organisations may choose for ${words}; what is left out is the product's again`)
    .option('--least <days>', 'nobody keeps for less')
    .option('--most <days>', 'nobody keeps for longer: what is older is removed within the hour, for good')
    .option('--yes', 'does it')
    .action(
      action(
        z.object({ least: daysOption, most: daysOption, yes: z.boolean().default(false) }),
        async ({ operands, options: { least = null, most = null, yes } }) => {
          const name = nameOf(operands)
          const bound = { minimo: least, maximo: most }
          const json = { name, ...bound }
          if (!yes)
            return {
              text: `retention bound ${WORDS[name]}: nothing was done: what is older than the most is removed for good: add --yes\n`,
              json: { ...json, done: false },
              code: EXIT.failed,
            }
          const outside = await boundRetention(await tools(), name, bound)
          const others = outside === 0 ? '' : `organisations that had chosen otherwise and go by it now: ${outside}\n`
          return { text: boundsText(await read()) + others, json: { ...json, outside, done: true } }
        },
      ),
    )
}
