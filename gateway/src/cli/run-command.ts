import { existsSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { z } from 'zod'
import {
  historyAnswer,
  listAnswer,
  messageAnswer,
  moveAnswer,
  newTokenAnswer,
  prunedAnswer,
  publishAnswer,
  reasonsAnswer,
  tokensAnswer,
} from '../registry/api.ts'
import { overrideKeyAnswer } from '../overrides/override-link.ts'
import { moveLine, reasonLines } from './answers.ts'
import type { Flags } from './arguments.ts'
import { buildRemote, packBuild, readBuild } from './build-archive.ts'
import { checkBuild, type CheckedBuild } from './check-build.ts'
import type { Answer, Client } from './client.ts'

/** What is said, and as JSON; `failed` ends with 1. */
export type Result = { readonly lines: readonly string[]; readonly json: unknown; readonly failed?: boolean }

export type Tools = { readonly client: Client; readonly root: string; readonly env: NodeJS.ProcessEnv }
type Command = (operands: readonly string[], flags: Flags, tools: Tools) => Promise<Result>

const refusal = ({ status, body }: Answer): Result => {
  const reasons = reasonsAnswer.safeParse(body)
  if (reasons.success) return { lines: ['refused:', ...reasonLines(reasons.data.reasons)], json: body, failed: true }
  const said = messageAnswer.safeParse(body)
  return { lines: [said.success ? said.data.message : `the gateway answered ${status}`], json: body, failed: true }
}

const tell =
  <Schema extends z.core.$ZodType>(schema: Schema, say: (value: z.output<Schema>) => readonly string[]) =>
  (answer: Answer): Result => {
    if (answer.status >= 300) return refusal(answer)
    return { lines: say(z.parse(schema, answer.body)), json: answer.body }
  }

const tellMove = tell(moveAnswer, (answer) => (answer.status === 'moved' ? [moveLine(answer.move)] : ['nothing to do']))
const or = (lines: string[], none: string) => (lines.length > 0 ? lines : [none])

const publish: Command = async ([what = ''], { dir, build }, { client, root }) => {
  const isRemote = existsSync(join(root, what, 'webpack.config.ts')) && basename(what) === what
  if (isRemote && dir === undefined && build) await buildRemote(root, what)
  const folder = resolve(root, dir ?? (isRemote ? join(what, 'dist') : what))
  const descriptor = await readBuild(folder)
  const archive = await packBuild(folder, descriptor)
  const path = `/-/remotes/${isRemote ? what : descriptor.name}/artifact`
  return tell(publishAnswer, ({ status, name, version }) => [
    status === 'published' ? `${name} ${version} is published` : `${name} ${version} was published already, the same`,
  ])(await client.call({ method: 'PUT', path, archive }))
}

const promote: Command = async ([remote = '', version = ''], { channel, percent, reason, force }, { client }) =>
  tellMove(
    await client.call({
      method: 'POST',
      path: `/-/remotes/${remote}/promote`,
      json: { version, channel, percent: Number(percent), why: reason ?? null, force },
    }),
  )

const rollback: Command = async ([remote = ''], { channel, reason }, { client }) =>
  tellMove(
    await client.call({
      method: 'POST',
      path: `/-/remotes/${remote}/rollback`,
      json: { channel, why: reason ?? null },
    }),
  )

const history: Command = async ([remote = ''], _flags, { client }) =>
  tell(historyAnswer, ({ moves }) => or(moves.map(moveLine), 'nothing was moved yet'))(
    await client.call({ method: 'GET', path: `/-/remotes/${remote}/history` }),
  )

const list: Command = async (_operands, _flags, { client }) =>
  tell(listAnswer, ({ artifacts }) =>
    or(
      artifacts.map(({ name, version, owner, publishedAt, publishedBy, prunedAt }) =>
        [name, version, owner, publishedAt, `by ${publishedBy}`, ...(prunedAt === null ? [] : ['(pruned)'])].join('  '),
      ),
      'nothing is published yet',
    ),
  )(await client.call({ method: 'GET', path: '/-/remotes' }))

const status: Command = async (_operands, _flags, { client }) =>
  tell(listAnswer, ({ pointers, built }) => [
    ...pointers.map(({ remote, channel, version, candidate, percent }) =>
      [
        remote,
        channel,
        version ?? 'as built',
        ...(candidate === null ? [] : [`canary ${candidate} at ${percent} %`]),
      ].join('  '),
    ),
    ...built
      .filter(({ name }) => !pointers.some(({ remote, channel }) => remote === name && channel === 'stable'))
      .map(({ name, version }) => `${name}  as built  ${version}`),
  ])(await client.call({ method: 'GET', path: '/-/remotes' }))

const check: Command = async ([dir = ''], { channel, gateway }, { client, root }) => {
  const built = await checkBuild(resolve(root, dir))
  if (built.status === 'unreadable' || built.reasons.length > 0 || !gateway) return tellCheck(dir, built, gateway)
  const { descriptor } = built
  const answer = await client.call({ method: 'POST', path: '/-/remotes/check', json: { descriptor, channel } })
  const asked = reasonsAnswer.safeParse(answer.body)
  return asked.success ? tellCheck(dir, { ...built, reasons: asked.data.reasons }, gateway) : refusal(answer)
}

const tellCheck = (dir: string, built: CheckedBuild, gateway: boolean): Result => {
  const { reasons } = built
  const build = built.status === 'readable' ? { name: built.descriptor.name, version: built.descriptor.version } : null
  const name = build === null ? dir : `${build.name} ${build.version}`
  const good = gateway ? `${name} may be promoted` : `${name} is in order; --gateway asks the gate too`
  return {
    lines: reasons.length === 0 ? [good] : [`${name} would be refused:`, ...reasonLines(reasons)],
    json: { ...build, reasons, gateway },
    failed: reasons.length > 0,
  }
}

const prune: Command = async (_operands, _flags, { client }) =>
  tell(prunedAnswer, ({ pruned }) =>
    or(
      pruned.map(({ name, version }) => `${name} ${version} is removed`),
      'nothing to remove',
    ),
  )(await client.call({ method: 'POST', path: '/-/prune' }))

const createToken: Command = async ([remote = ''], { label }, { client }) =>
  tell(newTokenAnswer, ({ id, token }) => [
    `id ${id}`,
    token,
    'It is shown this once: keep it where DEPLOY_TOKEN comes from.',
  ])(await client.call({ method: 'POST', path: '/-/tokens', json: { remote, label } }))

const listTokens: Command = async (_operands, _flags, { client }) =>
  tell(tokensAnswer, ({ tokens }) =>
    or(
      tokens.map(({ id, remote, label, createdAt, revokedAt }) =>
        [id, remote, label, createdAt, revokedAt === null ? 'works' : `revoked ${revokedAt}`].join('  '),
      ),
      'there is no token',
    ),
  )(await client.call({ method: 'GET', path: '/-/tokens' }))

const revokeToken: Command = async ([id = ''], _flags, { client }) => {
  const answer = await client.call({ method: 'DELETE', path: `/-/tokens/${encodeURIComponent(id)}` })
  return answer.status === 204 ? { lines: [`${id} is revoked`], json: { id } } : refusal(answer)
}

const overrideLink: Command = async ([override = ''], { minutes }, { client, env }) => {
  const origin = env.PUBLIC_ORIGIN || env.GATEWAY_URL || 'http://localhost:3000'
  return tell(overrideKeyAnswer, ({ key, until }) => {
    const link = new URL('/', origin)
    link.searchParams.set('remote', override)
    link.searchParams.set('override-key', key)
    return [link.href, `It ends ${until}.`]
  })(await client.call({ method: 'POST', path: '/-/overrides/key', json: { override, minutes: Number(minutes) } }))
}

export const commands: ReadonlyMap<string, Command> = new Map([
  ['publish', publish],
  ['promote', promote],
  ['rollback', rollback],
  ['history', history],
  ['list', list],
  ['status', status],
  ['check', check],
  ['prune', prune],
  ['token create', createToken],
  ['token list', listTokens],
  ['token revoke', revokeToken],
  ['override-link', overrideLink],
])
