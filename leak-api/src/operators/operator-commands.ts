import {
  LIMIT_NAMES,
  operatedDetailSchema,
  operatedPageSchema,
  operatedPeopleSchema,
  ORGANISATION_LIMITS,
} from '@atalaia/contracts/operator'
import { EXIT, Misuse, type CommandLine, type OperatorClient, type Outcome } from '@atalaia/server'
import { z } from 'zod'
import { array, parse } from 'zod/mini'
import { OPERATORS_PATH } from './operator-operations.ts'
import { OPERATOR_PATH } from './operator-routes.ts'
import { LIMIT_OPTIONS, operatorsText, organisationsText, organisationText, peopleText } from './operator-text.ts'
import { listedOperatorSchema } from './operators-repository.ts'

const ORGANISATIONS = `${OPERATOR_PATH}/organizacoes`
const PEOPLE = `${OPERATOR_PATH}/pessoas`

const operandOf = (command: string, name: string, operands: readonly string[]): string => {
  const [operand, ...others] = operands
  if (others.length > 0) throw new Misuse(`${command}: there is too much: ${others.join(' ')}`)
  if (operand === undefined || operand.trim() === '') throw new Misuse(`${command}: ${name} is missing`)
  return operand
}
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
const yesOption = z.object({ yes: z.boolean().default(false) })
const listOptions = z.object({
  search: z.string().default(''),
  suspended: z.boolean().default(false),
  page: z
    .string()
    .regex(/^[1-9]\d{0,5}$/, 'is a number from 1 on')
    .default('1'),
})

/** An act that cannot be taken back: nothing happens without `--yes`. */
const ifSure = async (what: string, isSure: boolean, json: object, act: () => Promise<unknown>): Promise<Outcome> => {
  if (!isSure)
    return { text: `${what}: nothing was done: add --yes\n`, json: { ...json, done: false }, code: EXIT.failed }
  await act()
  return { text: `${what}: done\n`, json: { ...json, done: true } }
}

/** Adds `organisations …`, `people …` and `operators …` to a command line. */
export const addOperatorCommands = (
  { program, action }: CommandLine,
  { server }: { readonly server: OperatorClient },
): void => {
  const show = async (id: string) =>
    parse(operatedDetailSchema, (await server.call({ method: 'GET', path: `${ORGANISATIONS}/${id}` })).body)

  const organisations = program
    .command('organisations')
    .description('the organisations of the installation: people, addresses, last use, limits, suspension')
    .option('--search <text>', "a part of the name or of a member's address, or the id")
    .option('--suspended', 'the suspended ones alone')
    .option('--page <number>', '25 organisations each')
    .action(
      action(listOptions, async ({ options: { search, suspended, page } }) => {
        const query = new URLSearchParams({ busca: search, pagina: page, ...(suspended && { suspensas: 'sim' }) })
        const { body } = await server.call({ method: 'GET', path: `${ORGANISATIONS}?${query}` })
        const listed = parse(operatedPageSchema, body)
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
        await server.call({ method: 'POST', path: `${ORGANISATIONS}/${id}/limites`, json: Object.fromEntries(wanted) })
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
        const json = { motivo: order.options.because }
        await server.call({ method: 'POST', path: `${ORGANISATIONS}/${id}/suspender`, json })
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
        await server.call({ method: 'POST', path: `${ORGANISATIONS}/${id}/retomar` })
        return { text: `organisation ${id} goes on\n`, json: { id, suspended: false } }
      }),
    )

  const people = program
    .command('people [words...]')
    .usage('TEXT [--json]')
    .description('people whose address has TEXT in it, 50 at most: sessions, second factors, organisations')
    .action(
      action(z.object({}), async ({ operands }) => {
        const query = new URLSearchParams({ busca: operandOf('people', 'TEXT', operands) })
        const { body } = await server.call({ method: 'GET', path: `${PEOPLE}?${query}` })
        const found = parse(operatedPeopleSchema, body)
        return { text: peopleText(found), json: found }
      }),
    )
  const addAct = (group: string, name: string, path: string, description: string) =>
    people
      .command(group)
      .description(description)
      .command(`${name} [words...]`)
      .usage('MAIL --yes [--json]')
      .description(description)
      .option('--yes', 'does it')
      .action(
        action(yesOption, ({ operands, options }) => {
          const email = operandOf(`people ${group} ${name}`, 'MAIL', operands)
          const act = () => server.call({ method: 'POST', path, json: { email } })
          return ifSure(`${group} of ${email}`, options.yes, { email }, act)
        }),
      )
  addAct('sessions', 'end', `${PEOPLE}/sessoes/encerrar`, 'end: logs a person out everywhere')
  addAct(
    'factors',
    'remove',
    `${PEOPLE}/fatores/remover`,
    'remove: takes second factors that were lost away; the mailbox is told, and the password alone opens the account',
  )

  const operators = program
    .command('operators')
    .description('accounts that run the installation from the page /app/operador: without a word the list')
    .action(
      action(z.object({}), async () => {
        const { body } = await server.call({ method: 'GET', path: OPERATORS_PATH })
        const listed = parse(array(listedOperatorSchema), body)
        return { text: operatorsText(listed), json: listed }
      }),
    )
  const addOrder = (name: string, path: string, description: string) =>
    operators
      .command(`${name} [words...]`)
      .usage('MAIL --yes [--json]')
      .description(description)
      .option('--yes', 'does it')
      .action(
        action(yesOption, ({ operands, options }) => {
          const email = operandOf(`operators ${name}`, 'MAIL', operands)
          const act = () => server.call({ method: 'POST', path, json: { email } })
          return ifSure(`operators ${name} ${email}`, options.yes, { email }, act)
        }),
      )
  addOrder('add', OPERATORS_PATH, 'an account with a confirmed mailbox and a second factor; its sessions end')
  addOrder('remove', `${OPERATORS_PATH}/remover`, 'ends at once what the account may do, support access included')
}
