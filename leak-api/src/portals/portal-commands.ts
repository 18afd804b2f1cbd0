import { Misuse, type CommandLine, type OperatorClient, type Outcome } from '@atalaia/server'
import { z } from 'zod'
import { addCommandGroup } from '../command-group.ts'
import { portalAnswerSchema, type PortalOperation } from './portal-operations.ts'
import { portalJson, portalText } from './portal-text.ts'

const DEFAULT_SCOPE = 'leaks:read'
const MAX_NAME_LENGTH = 100

type PortalParts = {
  readonly server: OperatorClient
  /**
   * Hides the commands from the help, and is called with the name of each that is called without `--json`.
   * Default: they are shown.
   */
  readonly moved?: (command: string) => void
}

const optionsSchema = z.object({
  account: z.string().optional(),
  scope: z.string().default(DEFAULT_SCOPE),
  user: z.string().optional(),
})
type Options = z.infer<typeof optionsSchema>

const only = (command: string, operands: readonly string[]): string | undefined => {
  const [operand, ...others] = operands
  if (others.length > 0) throw new Misuse(`${command}: there is too much: ${others.join(' ')}`)
  return operand
}
const none = (command: string, operands: readonly string[]): void => {
  if (operands.length > 0) throw new Misuse(`${command}: there is too much: ${operands.join(' ')}`)
}
const accountOf = (command: string, { account }: Options): string => {
  if (account !== undefined) return account
  throw new Misuse(`${command}: --account EMAIL is missing: it says whose organisation is meant`)
}
const required = (command: string, name: string, operand: string | undefined): string => {
  if (operand !== undefined) return operand
  throw new Misuse(`${command}: ${name} is missing`)
}

const GROUPS = ['origins', 'clients', 'actions'] as const

type PortalCommand = {
  readonly group: (typeof GROUPS)[number]
  readonly name: string
  readonly operand?: 'ORIGIN' | 'NAME' | 'CLIENT_ID'
  readonly summary: string
  readonly takes: readonly ('account' | 'scope' | 'user')[]
  operation(command: string, operands: readonly string[], options: Options): PortalOperation
}

const originOperation = (kind: 'origins-add' | 'origins-remove'): PortalCommand['operation'] => {
  return (command, operands, options) => {
    const operand = only(command, operands)
    const account = accountOf(command, options)
    return { kind, account, origin: required(command, 'ORIGIN', operand) }
  }
}
const listOperation = (kind: 'origins-list' | 'clients-list'): PortalCommand['operation'] => {
  return (command, operands, options) => {
    none(command, operands)
    return { kind, account: accountOf(command, options) }
  }
}

const commands: readonly PortalCommand[] = [
  {
    group: 'origins',
    name: 'add',
    operand: 'ORIGIN',
    summary: 'lets pages of ORIGIN call the API: scheme, host and port, such as https://portal.example',
    takes: ['account'],
    operation: originOperation('origins-add'),
  },
  {
    group: 'origins',
    name: 'remove',
    operand: 'ORIGIN',
    summary: 'takes ORIGIN back, at once',
    takes: ['account'],
    operation: originOperation('origins-remove'),
  },
  {
    group: 'origins',
    name: 'list',
    summary: 'the origins of the organisation',
    takes: ['account'],
    operation: listOperation('origins-list'),
  },
  {
    group: 'clients',
    name: 'create',
    operand: 'NAME',
    summary: 'id and secret for the server of the portal NAME; the secret is shown once',
    takes: ['account', 'scope'],
    operation: (command, operands, options) => {
      const operand = only(command, operands)
      const account = accountOf(command, options)
      const name = required(command, 'NAME', operand)
      if (name.length > MAX_NAME_LENGTH)
        throw new Misuse(`${command}: NAME has more than ${MAX_NAME_LENGTH} characters`)
      return { kind: 'clients-create', account, name, scope: options.scope }
    },
  },
  {
    group: 'clients',
    name: 'list',
    summary: 'the clients of the organisation',
    takes: ['account'],
    operation: listOperation('clients-list'),
  },
  {
    group: 'clients',
    name: 'revoke',
    operand: 'CLIENT_ID',
    summary: 'stops the client and its tokens, at once',
    takes: [],
    operation: (command, operands) => ({
      kind: 'clients-revoke',
      id: required(command, 'CLIENT_ID', only(command, operands)),
    }),
  },
  {
    group: 'actions',
    name: 'list',
    summary: 'the newest first, of all or of one --user; of 90 days, at most 1000',
    takes: ['account', 'user'],
    operation: (command, operands, options) => {
      none(command, operands)
      const { user } = options
      return { kind: 'actions-list', account: accountOf(command, options), ...(user !== undefined && { user }) }
    },
  },
]
const descriptions = {
  origins: 'Sites whose pages may call the API with tokens of the organisation.',
  clients: 'Servers of portals, which get short-lived tokens for their pages.',
  actions: 'Tokens that were given to people of portals, and addresses that tokens of portals added.',
}

/** Adds `origins …` and `clients …` to a command line. */
export const addPortalCommands = ({ program, action }: CommandLine, { server, moved }: PortalParts): void => {
  const send = async (operation: PortalOperation): Promise<Outcome> => {
    const { body } = await server.call({ method: 'POST', path: '/portals', json: operation })
    const answer = portalAnswerSchema.parse(body)
    if (answer.kind === 'failed') throw new Error(answer.message)
    return { text: portalText(answer), json: portalJson(answer) }
  }
  const known = commands.map(({ group, name }) => `${group} ${name}`)

  for (const group of GROUPS) {
    const description = descriptions[group]
    const parent = addCommandGroup(program, { name: group, description, isHidden: moved !== undefined, known }).hook(
      'preAction',
      (_parent, command) => {
        if (command !== parent && program.opts().json !== true) moved?.(`${group} ${command.name()}`)
      },
    )
    for (const { name, operand = '', summary, takes, operation } of commands.filter((each) => each.group === group)) {
      const command = parent.command(`${name} [words...]`).description(summary).usage(`${operand} [options]`.trim())
      if (takes.includes('account')) command.option('--account <email>', 'an account of the organisation that is meant')
      if (takes.includes('scope'))
        command.option(
          '--scope <scopes>',
          'operations of its tokens, "leaks:read emails:add"; with address:NAME@DOMAIN and domain:DOMAIN, on those alone',
          DEFAULT_SCOPE,
        )
      if (takes.includes('user')) command.option('--user <name>', "a person, as the portal's server names them")
      command.action(
        action(optionsSchema, ({ operands, options }) => send(operation(`${group} ${name}`, operands, options))),
      )
    }
  }
}
