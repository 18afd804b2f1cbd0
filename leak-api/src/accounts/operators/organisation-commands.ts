import { LIMIT_NAMES, operatedQuerySchema, ORGANISATION_LIMITS, suspendBodySchema } from '@atalaia/contracts/operator'
import { Misuse, type CommandLine } from '@atalaia/server'
import { z } from 'zod'
import { operandOf } from '../../base/commands.ts'
import { checked, createOperatorOrders, MACHINE, type OperatorTools } from './operator-orders.ts'
import { LIMIT_OPTIONS, organisationsText, organisationText } from './operator-text.ts'

const organisationOf = (command: string, operands: readonly string[]): string => {
  const id = operandOf(command, 'ID', operands)
  if (!/^\d{1,18}$/.test(id)) throw new Misuse(`${command}: ID is a number of the list of organisations, not ${id}`)
  return id
}

const limitOption = z
  .string()
  .regex(/^(\d{1,6}|default)$/, 'is a number, or "default"')
  .transform((word) => (word === 'default' ? null : Number(word)))
  .optional()
const limitOptions = z.object({
  addresses: limitOption,
  members: limitOption,
  keys: limitOption,
  domains: limitOption,
  origins: limitOption,
})
const listOptions = z.object({
  search: z.string().default(''),
  suspended: z.boolean().default(false),
  page: z
    .string()
    .regex(/^[1-9]\d{0,5}$/, 'is a number from 1 on')
    .default('1')
    .transform(Number),
})

export const addOrganisationCommands = (
  { program, action }: CommandLine,
  { tools }: { readonly tools: () => Promise<OperatorTools> },
): void => {
  const { operated, show, act } = createOperatorOrders(tools)

  const organisations = program
    .command('organisations')
    .description('the organisations of the installation: people, addresses, last use, limits, suspension')
    .option('--search <text>', "a part of the name or of a member's address, or the id")
    .option('--suspended', 'the suspended ones alone')
    .option('--page <number>', '25 organisations each')
    .action(
      action(listOptions, async ({ options: { search, suspended, page } }) => {
        const { busca = '' } = checked(operatedQuerySchema, { busca: search }, 'organisations: --search is too long')
        const wanted = { text: busca.trim(), isSuspended: suspended, page }
        const listed = await (await operated()).list(wanted)
        return { text: organisationsText(listed), json: listed }
      }),
    )
  organisations
    .command('show [words...]')
    .usage('ID [--json]')
    .description('limits and people of one organisation')
    .action(
      action(z.object({}), async ({ operands }) => {
        const found = await show(organisationOf('organisations show', operands))
        return { text: organisationText(found), json: found }
      }),
    )
  const limit = organisations
    .command('limit [words...]')
    .usage('ID --addresses N --members N … [--json]')
    .description('what the organisation may have; "default" in the place of N: as much as any. What is there stays')
    .action(
      action(limitOptions, async ({ operands, options }) => {
        const id = organisationOf('organisations limit', operands)
        const given: Readonly<Record<string, number | null | undefined>> = options
        const wanted = LIMIT_NAMES.flatMap((name) => {
          const value = given[LIMIT_OPTIONS[name]]
          if (typeof value === 'number' && value > ORGANISATION_LIMITS[name])
            throw new Misuse(`organisations limit: --${LIMIT_OPTIONS[name]} is at most ${ORGANISATION_LIMITS[name]}`)
          return value === undefined ? [] : [[name, value] as const]
        })
        if (wanted.length === 0) throw new Misuse('organisations limit: no limit is given, such as --addresses 100')
        const limits = Object.fromEntries(wanted)
        await act((acts) => acts.setLimits(MACHINE, { organisationId: id, limits }))
        const found = await show(id)
        return { text: organisationText(found), json: found }
      }),
    )
  for (const name of LIMIT_NAMES)
    limit.option(`--${LIMIT_OPTIONS[name]} <number>`, `0 to ${ORGANISATION_LIMITS[name]}, or "default"`)
  organisations
    .command('suspend [words...]')
    .usage('ID --because TEXT [--json]')
    .description(
      'keeps its people to their own accounts, and stops keys, portals and alerts; they read TEXT. Data stay',
    )
    .option('--because <text>', 'the reason, in the language of its people')
    .action(
      action(z.object({ because: z.string('TEXT is missing: its people read it') }), async (order) => {
        const id = organisationOf('organisations suspend', order.operands)
        const { motivo: because } = checked(
          suspendBodySchema,
          { motivo: order.options.because },
          'organisations suspend: --because TEXT has 3 to 500 characters, on one line',
        )
        await act((acts) => acts.suspend(MACHINE, { organisationId: id, because }))
        return { text: `organisation ${id} is suspended\n`, json: { id, suspended: true } }
      }),
    )
  organisations
    .command('resume [words...]')
    .usage('ID [--json]')
    .description('ends the suspension')
    .action(
      action(z.object({}), async ({ operands }) => {
        const id = organisationOf('organisations resume', operands)
        await act((acts) => acts.resume(MACHINE, { organisationId: id }))
        return { text: `organisation ${id} goes on\n`, json: { id, suspended: false } }
      }),
    )
}
