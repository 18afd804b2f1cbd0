import { ORDERS } from '@atalaia/artifact'
import { GATEWAY_ADDRESSES, QUERY_PARAMETERS } from '@atalaia/contracts'
import { or, refusal, tell } from '@atalaia/cli'
import type { CommandLine } from '@atalaia/server'
import { z } from 'zod'
import { overrideKeyAnswer } from '../delivery/visitor-routes.ts'
import { grantsAnswer, newTokenAnswer, tokensAnswer } from '../registry/api.ts'
import { noOptions, type Tools, type Work } from './commands.ts'

const tokenOptions = z.object({ label: z.string() })
const linkOptions = z.object({ minutes: z.coerce.number('is a number') })

const grant: Work = async ([remote = '', names = ''], _flags, { client }) =>
  tell(
    grantsAnswer,
    grantLines,
  )(
    await client.call({
      method: 'PUT',
      path: ORDERS.grantsOf(remote),
      json: { grants: names === 'none' ? [] : names.split(',').map((name) => name.trim()) },
    }),
  )

const grants: Work = async (_operands, _flags, { client }) =>
  tell(grantsAnswer, grantLines)(await client.call({ method: 'GET', path: ORDERS.grants }))

const grantLines = ({ granted }: z.output<typeof grantsAnswer>) =>
  or(
    granted.map(({ remote, grant: name }) => `${remote}  ${name}`),
    'nothing is granted beside what the builds of the workspace ask for',
  )

const createToken: Work<typeof tokenOptions> = async ([remote = ''], { label }, { client }) =>
  tell(newTokenAnswer, ({ id, token }) => [
    `id ${id}`,
    token,
    'It is shown this once: keep it where DEPLOY_TOKEN comes from.',
  ])(await client.call({ method: 'POST', path: ORDERS.tokens, json: { remote, label } }))

const listTokens: Work = async (_operands, _flags, { client }) =>
  tell(tokensAnswer, ({ tokens }) =>
    or(
      tokens.map(({ id, remote, label, createdAt, revokedAt }) =>
        [id, remote, label, createdAt, revokedAt === null ? 'works' : `revoked ${revokedAt}`].join('  '),
      ),
      'there is no token',
    ),
  )(await client.call({ method: 'GET', path: ORDERS.tokens }))

const revokeToken: Work = async ([id = ''], _flags, { client }) => {
  const answer = await client.call({ method: 'DELETE', path: ORDERS.token(encodeURIComponent(id)) })
  return answer.status === 204 ? { text: `${id} is revoked\n`, json: { id } } : refusal(answer)
}

const overrideLink: Work<typeof linkOptions> = async ([override = ''], { minutes }, { client, env }) => {
  const origin = env.PUBLIC_ORIGIN || env.GATEWAY_URL || 'http://localhost:3000'
  return tell(overrideKeyAnswer, ({ key, until }) => {
    const link = new URL('/', origin)
    link.searchParams.set(QUERY_PARAMETERS.remote, override)
    link.searchParams.set(QUERY_PARAMETERS.overrideKey, key)
    return [link.href, `It ends ${until}. In the remote's repository: npx atalaia dev --shell "${link.href}"`]
  })(await client.call({ method: 'POST', path: GATEWAY_ADDRESSES.overrideKey, json: { override, minutes } }))
}

/** Adds the commands of `npm run remotes` that let somebody in: grants, deploy tokens and links to overrides. */
export const addAccessCommands = ({ program, action }: CommandLine, tools: Tools): void => {
  const on = <Schema extends z.ZodType>(schema: Schema, work: Work<Schema>) =>
    action(schema, ({ operands, options }) => work(operands, options, tools))

  program
    .command('grant <name> <grants>')
    .description('what a remote may have: token,public-routes,catch-all-routes,any-address-routes,widgets, or none')
    .action(on(noOptions, grant))
  program.command('grants').description('what is granted to whom').action(on(noOptions, grants))
  const token = program.command('token').description('deploy tokens: create, list, revoke')
  token
    .command('create <name>')
    .description('a token for one remote; shown this once')
    .option('--label <label>', 'its user, for the list and the history', 'ci')
    .action(on(tokenOptions, createToken))
  token.command('list').action(on(noOptions, listTokens))
  token.command('revoke <id>').action(on(noOptions, revokeToken))
  program
    .command('override-link <name@address>')
    .description('a signed link with which one browser takes a remote from elsewhere')
    .option('--minutes <minutes>', 'how long it may be opened', '60')
    .action(on(linkOptions, overrideLink))
}
