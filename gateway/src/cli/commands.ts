import { listAnswer, ORDERS } from '@atalaia/artifact'
import {
  checkBuild,
  checkOutcome,
  doctor,
  doctorOptions,
  heldOf,
  history,
  or,
  pointerLine,
  plans,
  plansOptions,
  preview,
  previewOptions,
  promote,
  promoteOptions,
  publishBuild,
  readBuild,
  rollback,
  rollbackOptions,
  rollout,
  rolloutOptions,
  tell,
  verifyOptions,
  verifyVersion,
  withChannel,
  withDoctorOptions,
  withPlansOptions,
  withPreviewOptions,
  withPromoteOptions,
  withRollbackOptions,
  withRolloutOptions,
  withVerifyOptions,
  type Client,
} from '@atalaia/cli'
import { DEFAULT_CHANNEL } from '@atalaia/contracts'
import { reportsOutcome, reportsSchema, type CommandLine, type Outcome } from '@atalaia/server'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { z } from 'zod'
import { prunedAnswer } from '../registry/api.ts'

export type Tools = { readonly client: Client; readonly root: string; readonly env: NodeJS.ProcessEnv }

export const noOptions = z.object({})
const publishOptions = z.object({ dir: z.string().optional(), build: z.boolean() })
const checkOptions = z.object({ channel: z.string(), gateway: z.boolean().default(false) })

export type Work<Schema extends z.ZodType = typeof noOptions> = (
  operands: readonly string[],
  options: z.output<Schema>,
  tools: Tools,
) => Promise<Outcome>

const buildRemote = async (root: string, name: string): Promise<void> => {
  const child = spawn(process.execPath, [join(root, 'scripts/build.ts'), name], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error(`${name}: the build failed`)
}

const publish: Work<typeof publishOptions> = async ([what = ''], { dir, build }, { client, root }) => {
  const isRemote = existsSync(join(root, what, 'webpack.config.ts')) && basename(what) === what
  if (isRemote && dir === undefined && build) await buildRemote(root, what)
  const folder = resolve(root, dir ?? (isRemote ? join(what, 'dist') : what))
  const descriptor = await readBuild(folder)
  return publishBuild(client, { remote: isRemote ? what : descriptor.name, dir: folder, descriptor })
}

const list: Work = async (_operands, _flags, { client }) =>
  tell(listAnswer, ({ artifacts, pointers }) =>
    or(
      artifacts.map(({ name, version, owner, publishedAt, publishedBy, prunedAt }) =>
        [
          name,
          version,
          owner,
          publishedAt,
          `by ${publishedBy}`,
          ...(prunedAt === null ? [] : ['(pruned)']),
          ...pointers
            .filter(({ remote, version: all, candidate }) => remote === name && (candidate ?? all) === version)
            .flatMap(heldOf),
        ].join('  '),
      ),
      'nothing is published yet',
    ),
  )(await client.call({ method: 'GET', path: ORDERS.remotes }))

const status: Work = async (_operands, _flags, { client }) =>
  tell(listAnswer, ({ pointers, built }) => [
    ...pointers.map(pointerLine),
    ...built
      .filter(({ name }) => !pointers.some((pointer) => pointer.remote === name && pointer.channel === DEFAULT_CHANNEL))
      .map(({ name, version }) => `${name}  as built  ${version}`),
  ])(await client.call({ method: 'GET', path: ORDERS.remotes }))

const check: Work<typeof checkOptions> = async ([dir = ''], { channel, gateway }, { client, root }) => {
  const folder = resolve(root, dir)
  const built = await checkBuild(folder, () => readBuild(folder))
  return checkOutcome(client, built, { place: dir, channel, gateway })
}

const prune: Work = async (_operands, _flags, { client }) =>
  tell(prunedAnswer, ({ pruned }) =>
    or(
      pruned.map(({ name, version }) => `${name} ${version} is removed`),
      'nothing to remove',
    ),
  )(await client.call({ method: 'POST', path: ORDERS.prune }))

const installation: Work = async (_operands, _flags, { client, env, root }) => {
  if (!env['DEPLOY_TOKEN']) {
    // Late: it loads the server's modules.
    const { checkInstallation } = await import('./direct-client.ts')
    return reportsOutcome(await checkInstallation(env, root))
  }
  const answer = await client.call({ method: 'GET', path: `${ORDERS.installation}?language=en` })
  if (answer.status !== 200) return tell(reportsSchema, () => [])(answer)
  return reportsOutcome(reportsSchema.parse(answer.body).checks)
}

export const addCommands = ({ program, action }: CommandLine, tools: Tools): void => {
  const on = <Schema extends z.ZodType>(schema: Schema, work: Work<Schema>) =>
    action(schema, ({ operands, options }) => work(operands, options, tools))
  const { client } = tools

  program
    .command('publish <name|dir>')
    .description('builds the remote and uploads it; the same version stays the same')
    .option('--dir <dir>', 'the folder of its build')
    .option('--no-build', 'uploads the build that is there')
    .action(on(publishOptions, publish))
  withPromoteOptions(program.command('promote <name> <version>'))
    .description('points a channel to a version')
    .action(on(promoteOptions, ([remote = '', version = ''], options) => promote(client, { remote, version }, options)))
  withRollbackOptions(program.command('rollback <name>'))
    .description('takes back the newest promotion')
    .action(on(rollbackOptions, ([remote = ''], options) => rollback(client, remote, options)))
  withRolloutOptions(program.command('rollout <name> [order]')).action(
    on(rolloutOptions, ([remote = '', order], options) => rollout(client, { remote, order }, options)),
  )
  withPlansOptions(program.command('plans <name> [order] [id]')).action(
    on(plansOptions, ([remote = '', order, id], options) => plans(client, { remote, order, id }, options)),
  )
  withPreviewOptions(program.command('preview <name> <version>')).action(
    on(previewOptions, ([remote = '', version = ''], options) => preview(client, { remote, version }, options)),
  )
  withVerifyOptions(program.command('verify <name> <version>')).action(
    on(verifyOptions, ([remote = '', version = ''], options) =>
      verifyVersion(client, { remote, version }, { ...tools, folder: remote, options }),
    ),
  )
  program
    .command('history <name>')
    .description('who moved what, when and why')
    .action(on(noOptions, ([remote = '']) => history(client, remote)))
  program.command('list').description('every published version').action(on(noOptions, list))
  program.command('status').description('what is live').action(on(noOptions, status))
  withChannel(program.command('check <dir>'))
    .description('judges a build by itself: descriptor, files, hashes, routes, budget')
    .option('--gateway', 'asks the gate too: live shells, other remotes, who uses what')
    .action(on(checkOptions, check))
  withDoctorOptions(program.command('doctor')).action(
    on(doctorOptions, (_operands, options) => doctor(client, options)),
  )
  program
    .command('installation')
    .description('checks database, clock, store, DNS, certificate and disk of the gateway; changes nothing')
    .action(on(noOptions, installation))
  program.command('prune').description('removes versions that nobody gets any more').action(on(noOptions, prune))
}
