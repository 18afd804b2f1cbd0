import { peopleQuerySchema, personBodySchema } from '@atalaia/contracts/operator'
import { EXIT, type CommandLine, type Outcome } from '@atalaia/server'
import { z } from 'zod'
import { operandOf } from '../../base/commands.ts'
import { checked, createOperatorOrders, MACHINE, NAMING_REFUSALS, type OperatorTools } from './operator-orders.ts'
import { operatorsText, peopleText } from './operator-text.ts'
import { createOperatorsRepository } from './operators-repository.ts'
import { addOrganisationCommands } from './organisation-commands.ts'

type PersonAct = 'endSessions' | 'removeFactors' | 'addOperator' | 'removeOperator'
const personIn = (command: string, operands: readonly string[]) =>
  checked(personBodySchema, { email: operandOf(command, 'MAIL', operands) }, `${command}: MAIL is too long`)

const yesOption = z.object({ yes: z.boolean().default(false) })

const ifSure = async (what: string, isSure: boolean, json: object, act: () => Promise<void>): Promise<Outcome> => {
  if (!isSure)
    return { text: `${what}: nothing was done: add --yes\n`, json: { ...json, done: false }, code: EXIT.failed }
  await act()
  return { text: `${what}: done\n`, json: { ...json, done: true } }
}

export const addOperatorCommands = (
  line: CommandLine,
  { tools }: { readonly tools: () => Promise<OperatorTools> },
): void => {
  const { program, action } = line
  const { operated, act } = createOperatorOrders(tools)
  addOrganisationCommands(line, { tools })

  const people = program
    .command('people [words...]')
    .usage('TEXT [--json]')
    .description('people whose address has TEXT in it, 50 at most: sessions, second factors, organisations')
    .action(
      action(z.object({}), async ({ operands }) => {
        const text = operandOf('people', 'TEXT', operands)
        const { busca = '' } = checked(peopleQuerySchema, { busca: text }, 'people: TEXT is too long')
        const found = await (await operated()).people(busca.trim())
        return { text: peopleText(found), json: found }
      }),
    )
  const addAct = (group: string, name: string, kind: PersonAct, description: string) =>
    people
      .command(group)
      .description(description)
      .command(`${name} [words...]`)
      .usage('MAIL --yes [--json]')
      .description(description)
      .option('--yes', 'does it')
      .action(
        action(yesOption, ({ operands, options }) => {
          const person = personIn(`people ${group} ${name}`, operands)
          return ifSure(`${group} of ${person.email}`, options.yes, person, () =>
            act((acts) => acts[kind](MACHINE, person)),
          )
        }),
      )
  addAct('sessions', 'end', 'endSessions', 'end: logs a person out everywhere')
  addAct(
    'factors',
    'remove',
    'removeFactors',
    'remove: takes second factors that were lost away; the mailbox is told, and the password alone opens the account',
  )

  const operators = program
    .command('operators')
    .description('accounts that run the installation from the page /app/operador: without a word the list')
    .action(
      action(z.object({}), async () => {
        const listed = await createOperatorsRepository((await tools()).database).list()
        return { text: operatorsText(listed), json: listed }
      }),
    )
  const addOrder = (name: string, kind: PersonAct, description: string) =>
    operators
      .command(`${name} [words...]`)
      .usage('MAIL --yes [--json]')
      .description(description)
      .option('--yes', 'does it')
      .action(
        action(yesOption, ({ operands, options }) => {
          const person = personIn(`operators ${name}`, operands)
          return ifSure(`operators ${name} ${person.email}`, options.yes, person, () =>
            act((acts) => acts[kind](MACHINE, person), NAMING_REFUSALS),
          )
        }),
      )
  addOrder('add', 'addOperator', 'an account with a confirmed mailbox and a second factor; its sessions end')
  addOrder('remove', 'removeOperator', 'ends at once what the account may do, support access included')
}
