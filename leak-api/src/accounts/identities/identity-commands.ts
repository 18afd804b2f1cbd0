import { readFile } from 'node:fs/promises'
import { Misuse, type CommandLine, type OperatorClient } from '@atalaia/server'
import { z } from 'zod'
import { array, parse } from 'zod/mini'
import { table } from '../../text-table.ts'
import { listedCompanySchema, type ListedCompany } from './companies-repository.ts'
import { EXCEPTIONS_PATH, IDENTITY_PATH, type CompanyOrder } from './identity-operations.ts'

const COMMANDS = ['set', 'list', 'enforce', 'enable', 'except', 'remove']

/** Exactly these operands, by name. */
const operandsOf = (command: string, names: readonly string[], operands: readonly string[]): string[] => {
  if (operands.length > names.length)
    throw new Misuse(`${command}: there is too much: ${operands.slice(names.length).join(' ')}`)
  const missing = names[operands.length]
  if (missing !== undefined) throw new Misuse(`${command}: ${missing} is missing`)
  return [...operands]
}
const isOn = (command: string, word: string | undefined): boolean => {
  if (word === 'on' || word === 'off') return word === 'on'
  throw new Misuse(`${command}: on or off is asked for, not ${word}`)
}

const stateOf = ({ isProved, enabled, enforced }: ListedCompany): string => {
  if (!isProved) return 'not working: the domain is not proved'
  if (!enabled) return 'switched off'
  return enforced ? 'enforced' : 'on'
}
const listText = (companies: readonly ListedCompany[]): string =>
  companies.length === 0
    ? 'No company has a provider yet.\n'
    : table([
        ['domain', 'title', 'issuer', 'client', 'state', 'return address ends with'],
        ...companies.map((company) => [
          company.domain,
          company.title,
          company.issuer,
          company.clientId,
          stateOf(company),
          `/api/identidade/${company.id}/retorno`,
        ]),
      ])

const setOptions = z.object({
  account: z.string('--account EMAIL is missing: it says whose organisation is meant'),
  issuer: z.string('--issuer URL is missing'),
  clientId: z.string('--client-id ID is missing'),
  secretFile: z.string('--secret-file FILE is missing: arguments can be read by other users of the machine'),
  title: z.string().optional(),
  trustAddresses: z.boolean().default(false),
})

/** Adds `identity set`, `list`, `enforce`, `enable`, `except` and `remove` to a command line. */
export const addIdentityCommands = (
  { program, action }: CommandLine,
  { server }: { readonly server: OperatorClient },
): void => {
  const identity = program
    .command('identity')
    .description('Sign-in of companies with an OpenID provider of their own (docs/for-operators.md).')
    .argument('[words...]')
    .usage('COMMAND [options]')
    .action((words: readonly string[]) => {
      throw new Misuse(
        `${['identity', ...words].join(' ')}: no such command; there are ${COMMANDS.map((each) => `identity ${each}`).join(', ')}`,
      )
    })
  const listed = async () =>
    parse(array(listedCompanySchema), (await server.call({ method: 'GET', path: IDENTITY_PATH })).body)

  identity
    .command('set [words...]')
    .usage('DOMAIN --account EMAIL --issuer URL --client-id ID --secret-file FILE [options]')
    .description('the provider of a domain that the organisation has proved')
    .option('--account <email>', 'an account of the organisation that is meant')
    .option('--issuer <url>', 'the address of the provider, as its discovery document names it')
    .option('--client-id <id>')
    .option('--secret-file <file>', 'a file with the client secret alone')
    .option('--title <title>', 'its name as people read it; without it the domain')
    .option('--trust-addresses', 'its addresses are proved, although it does not say so (email_verified)')
    .action(
      action(setOptions, async ({ operands, options }) => {
        const [domain = ''] = operandsOf('identity set', ['DOMAIN'], operands)
        const { secretFile, trustAddresses, title = domain, ...rest } = options
        const clientSecret = (await readFile(secretFile, 'utf8')).trim()
        const json: CompanyOrder = { ...rest, domain, title, clientSecret, trustsAddresses: trustAddresses }
        await server.call({ method: 'POST', path: IDENTITY_PATH, json })
        const made = (await listed()).find((company) => company.domain === domain.toLowerCase())
        const address = `/api/identidade/${made?.id ?? 'ID'}/retorno`
        return {
          text: `${domain} has its provider. Register PUBLIC_ORIGIN${address} there.\n`,
          json: { domain, address },
        }
      }),
    )
  identity
    .command('list')
    .description('the providers of all companies')
    .action(
      action(z.object({}), async () => {
        const companies = await listed()
        return { text: listText(companies), json: companies }
      }),
    )
  const addSwitch = (word: 'enforce' | 'enable', field: 'enforced' | 'enabled', description: string) =>
    identity
      .command(`${word} [words...]`)
      .usage('DOMAIN on|off')
      .description(description)
      .action(
        action(z.object({}), async ({ operands }) => {
          const command = `identity ${word}`
          const [domain = '', state] = operandsOf(command, ['DOMAIN', 'on or off'], operands)
          const json = { domain, [field]: isOn(command, state) }
          await server.call({ method: 'PUT', path: IDENTITY_PATH, json })
          return { text: `${domain}: ${field} is ${state}\n`, json }
        }),
      )
  addSwitch('enforce', 'enforced', "refuses all other ways in for the domain's addresses")
  addSwitch('enable', 'enabled', 'switches the provider on or off; off, passwords work again')
  identity
    .command('except [words...]')
    .usage('EMAIL on|off')
    .description('an account that comes in by its password although its domain is enforced')
    .action(
      action(z.object({}), async ({ operands }) => {
        const [account = '', state] = operandsOf('identity except', ['EMAIL', 'on or off'], operands)
        const json = { account, isExcepted: isOn('identity except', state) }
        await server.call({ method: 'POST', path: EXCEPTIONS_PATH, json })
        return { text: `${account} is ${json.isExcepted ? 'excepted' : 'no longer excepted'}\n`, json }
      }),
    )
  identity
    .command('remove [words...]')
    .usage('DOMAIN')
    .description('forgets the provider; accounts stay, and passwords work again')
    .action(
      action(z.object({}), async ({ operands }) => {
        const [domain = ''] = operandsOf('identity remove', ['DOMAIN'], operands)
        await server.call({ method: 'DELETE', path: `${IDENTITY_PATH}?${new URLSearchParams({ domain })}` })
        return { text: `${domain} has no provider any more\n`, json: { domain, removed: true } }
      }),
    )
}
