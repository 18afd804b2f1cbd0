import { ORDERS, RIGHTS } from '@atalaia/artifact'
import { millisecondsOf, refusal, type Answer, type Client } from '@atalaia/cli'
import type { CommandLine, Outcome } from '@atalaia/server'
import { z } from 'zod'
import { tellActs, tellKey, tellPeople, tellPublisher, tellPublishers, tellTokens } from './rights-answers.ts'

const none = z.object({})
/** Parses the end of a key (`90d`, `12h`, `never`) into minutes. */
const ends = z.string().transform((text, context) => {
  if (text === 'never') return null
  const minutes = Math.floor(millisecondsOf(text) / 60_000)
  if (minutes < 1) context.addIssue('is a time as 90d or 12h, or never')
  return minutes
})
const list = z.string().transform((names) => (names === 'none' ? [] : names.split(',').map((name) => name.trim())))
const tokenOptions = z.object({ label: z.string(), ends })
const publisherOptions = z
  .object({
    issuer: z.string(),
    kind: z.string().optional(),
    repository: z.string().optional(),
    branch: z.string().optional(),
    anyBranch: z.boolean().default(false),
    environment: z.string().optional(),
    claim: z.array(z.string().regex(/^[^=]+=./s, 'is name=value')).default([]),
    may: list.optional(),
  })
  .refine(({ branch, anyBranch }) => branch === undefined || !anyBranch, '--any-branch has no --branch beside it')
const personOptions = z
  .object({ team: z.string().optional(), may: list.default([]), operator: z.boolean().optional() })
  .refine(({ team, operator }) => team !== undefined || operator !== undefined, 'name --team, or --operator')
const removeOptions = z.object({ team: z.string().optional() })

type Run<Options> = (operands: readonly string[], options: Options) => Promise<Outcome>

const ended = (text: string, json: object) => (answer: Answer) =>
  answer.status === 204 ? { text: `${text}\n`, json } : refusal(answer)

export const addRightsCommands = ({ program, action }: CommandLine, client: Client): void => {
  const on = <Schema extends z.ZodType>(schema: Schema, run: Run<z.output<Schema>>) =>
    action(schema, ({ operands, options }) => run(operands, options))
  const ask = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, json?: unknown) =>
    client.call({ method, path, ...(json !== undefined && { json }) })

  const token = program.command('token').description('deploy tokens: create, list, revoke')
  token
    .command('create <name>')
    .description('a token for one remote; shown this once')
    .option('--label <label>', 'its user, for the list and the history', 'ci')
    .option('--ends <time>', 'its life, as 90d or 12h; never: without an end', '90d')
    .action(
      on(tokenOptions, async ([remote = ''], { label, ends: minutes }) =>
        tellKey(await ask('POST', ORDERS.tokens, { remote, label, minutes })),
      ),
    )
  token.command('list').action(on(none, async () => tellTokens(await ask('GET', ORDERS.tokens))))
  token
    .command('revoke <id>')
    .description('a token, or the key of a person')
    .action(
      on(none, async ([id = '']) =>
        ended(`${id} is revoked`, { id })(await ask('DELETE', ORDERS.token(encodeURIComponent(id)))),
      ),
    )

  const publishers = program.command('publishers').description('CI jobs that act without a secret: add, list, remove')
  publishers
    .command('add <name>')
    .description('trusts the identity tokens of one repository, on one branch or in one environment')
    .requiredOption('--issuer <address>', 'as its tokens name it: https://token.actions.githubusercontent.com')
    .option('--kind <kind>', 'github, gitlab, buildkite or claims; known by the address of their own sites')
    .option('--repository <owner/name>', 'as the service writes it, upper and lower case included')
    .option('--branch <branch>', 'jobs of this branch alone (main, unless an environment is named)')
    .option('--any-branch', 'jobs of every branch and tag')
    .option('--environment <name>', 'jobs of this environment alone')
    .option('--claim <name=value>', 'any other claim that a token must say; may be repeated', collect)
    .option('--may <rights>', `what it may do: ${RIGHTS.join(',')}`)
    .action(
      on(publisherOptions, async ([remote = ''], options) =>
        tellPublisher(await ask('POST', ORDERS.publishers, publisherOf(remote, options))),
      ),
    )
  publishers
    .command('list [name]')
    .action(
      on(none, async ([remote]) =>
        tellPublishers(
          await ask('GET', ORDERS.publishers + (remote === undefined ? '' : `?remote=${encodeURIComponent(remote)}`)),
        ),
      ),
    )
  publishers
    .command('remove <id>')
    .description('ends it, and the keys that its jobs have')
    .action(
      on(none, async ([id = '']) =>
        ended(`${id} is removed`, { id })(await ask('DELETE', ORDERS.publisher(encodeURIComponent(id)))),
      ),
    )

  const people = program.command('people').description('people with keys of their own: add, key, list, remove')
  people
    .command('add <email>')
    .description('puts a person into a team, or changes what the person may do there')
    .option('--team <team>', 'the team')
    .option('--may <rights>', `with its remotes: ${RIGHTS.join(',')}; without it, the person may look`)
    .option('--operator', 'the person may give every order about every remote, and none about rights')
    .option('--no-operator', 'the person may not any more')
    .action(
      on(personOptions, async ([email = ''], options) =>
        tellPeople(await ask('POST', ORDERS.people, { email, ...options })),
      ),
    )
  people
    .command('key <email>')
    .description('a key for the console and the command line; shown this once')
    .option('--label <label>', 'its place, for the list', 'key')
    .option('--ends <time>', 'its life, as 90d or 12h; a year at most', '90d')
    .action(
      on(tokenOptions, async ([email = ''], { label, ends: minutes }) =>
        tellKey(await ask('POST', ORDERS.keysOf(encodeURIComponent(email)), { label, minutes })),
      ),
    )
  people.command('list').action(on(none, async () => tellPeople(await ask('GET', ORDERS.people))))
  people
    .command('remove <email>')
    .description('ends a person, with all keys; with --team, in that team alone')
    .option('--team <team>', 'the team')
    .action(
      on(removeOptions, async ([email = ''], { team }) =>
        ended(`${email} is removed`, { email })(
          await ask(
            'DELETE',
            ORDERS.person(encodeURIComponent(email)) + (team === undefined ? '' : `?team=${encodeURIComponent(team)}`),
          ),
        ),
      ),
    )
  program
    .command('teams <team> <remotes>')
    .description('all remotes that a team owns: mfe-landing,mfe-auth, or none')
    .action(
      on(none, async ([team = '', remotes = '']) =>
        tellPeople(await ask('PUT', ORDERS.team(encodeURIComponent(team)), { remotes: list.parse(remotes) })),
      ),
    )
  program
    .command('acts')
    .description('who was given which right, set a freeze or waived an approval; exchanges of identity tokens, by day')
    .action(on(none, async () => tellActs(await ask('GET', ORDERS.acts))))
}

const collect = (value: string, before: readonly string[] | undefined) => [...(before ?? []), value]

const publisherOf = (remote: string, options: z.output<typeof publisherOptions>) => {
  const { issuer, kind, repository, environment, anyBranch, claim, may } = options
  const isOpen = anyBranch || environment !== undefined || repository === undefined
  const branch = options.branch ?? (isOpen ? undefined : 'main')
  const claims = Object.fromEntries(
    claim.map((text) => [text.slice(0, text.indexOf('=')), text.slice(text.indexOf('=') + 1)]),
  )
  return { remote, issuer, kind, repository, branch, environment, claims, may }
}
