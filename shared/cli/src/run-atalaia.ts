import { DESCRIPTOR_FILE } from '@atalaia/contracts'
import { z } from 'zod'
import { createCommandLine, type CommandLine } from './base/command-line.ts'
import { checkBuild } from './build.ts'
import { createLazyClient, gatewayOrigin, overHttp, type Client } from './client.ts'
import { doctor, doctorOptions, withDoctorOptions } from './doctor.ts'
import { grantsOfRemote } from './grants-command.ts'
import { exchangeJobIdentity } from './job-identity.ts'
import {
  checkOutcome,
  history,
  promote,
  promoteOptions,
  publishBuild,
  rollback,
  rollbackOptions,
  withChannel,
  withPromoteOptions,
  withRollbackOptions,
} from './orders.ts'
import { plans, plansOptions, withPlansOptions } from './plan-commands.ts'
import { preview, previewOptions, withPreviewOptions } from './preview.ts'
import { rollout, rolloutOptions, withRolloutOptions } from './rollout-commands.ts'
import { describe, describeRepository, readSource, repositoryAt, type Repository } from './repository.ts'
import { status } from './status.ts'
import { DEFAULT_PORT } from './override-link.ts'
import { serveOptions, serveRepository } from './serve.ts'
import { fetchTypes, typesOptions } from './types.ts'
import { verifyOptions, verifyVersion, withVerifyOptions } from './verify-command.ts'

/** One call of `atalaia`: words, input and output. */
export type AtalaiaRun = {
  readonly args: readonly string[]
  readonly env: NodeJS.ProcessEnv
  /** The folder of the remote's repository. */
  readonly root: string
  out(text: string): void
  err(text: string): void
  /** Ends `dev`. */
  readonly signal?: AbortSignal
}

const notes = `GATEWAY_URL       the gateway (http://localhost:3000)
DEPLOY_TOKEN      the token of the remote, which an operator of the gateway makes. Without it, the identity of a CI job is used:
ATALAIA_ID_TOKEN  its identity token (OIDC), for the audience GATEWAY_URL; that of GitHub Actions is found without it.
Run it beside ${DESCRIPTOR_FILE} and package.json, after the build.`

const distOption = z.object({ dist: z.string() })
const checkOptions = z.object({ dist: z.string(), channel: z.string(), gateway: z.boolean().default(false) })

const connect = async ({ env, root }: AtalaiaRun): Promise<Client> =>
  overHttp(gatewayOrigin(env), await keyOf(env, root))

/** Environment's deploy token, else a key for the CI job's identity token. */
const keyOf = async (env: NodeJS.ProcessEnv, root: string): Promise<string> => {
  if (env.DEPLOY_TOKEN) return env.DEPLOY_TOKEN
  const { name: remote } = await readSource({ root })
  const key = await exchangeJobIdentity({ env, origin: gatewayOrigin(env), remote })
  if (key !== undefined) return key
  if (env.GITHUB_ACTIONS === 'true')
    throw new Error('set DEPLOY_TOKEN, or give this job an identity token, with permissions: id-token: write')
  throw new Error(
    'set DEPLOY_TOKEN: an operator of the gateway makes it with npm run remotes -- token create NAME, and sends it to you',
  )
}

/** Runs `npx atalaia`. Exit codes: 0 done, 1 refused or failed, 2 wrongly called. */
export const runAtalaia = async (run: AtalaiaRun): Promise<number> => {
  const { args, out, err } = run
  const description = 'Checks, publishes and promotes the remote of this repository.'
  const line = createCommandLine({ name: 'atalaia', call: 'npx atalaia', description, notes, out, err })
  const client = createLazyClient(() => connect(run))
  addBuildCommands(line, client, run)
  addMoveCommands(line, client, run)
  addTypes(line, client, run)
  addToken(line, run)
  return line.run(args)
}

const withDist = (command: CommandLine['program']) =>
  command.option('--dist <dir>', 'the folder that the bundler writes', 'dist')

const addBuildCommands = ({ program, action }: CommandLine, client: Client, run: AtalaiaRun): void => {
  const { root } = run
  const at = ({ dist }: { readonly dist: string }): Repository => repositoryAt(root, dist)

  withChannel(withDist(program.command('check')))
    .description('judges the build by itself: container, files, routes, budget')
    .option('--gateway', 'asks the gate too: live shells, other remotes, who uses what')
    .action(
      action(checkOptions, async ({ options: { channel, gateway, ...options } }) => {
        const built = await checkBuild(at(options).dist, () => describeRepository(at(options)))
        return checkOutcome(client, built, { place: at(options).dist, channel, gateway })
      }),
    )
  withDist(program.command('publish'))
    .description('uploads the build as the version in remote.json; nobody gets it yet')
    .action(
      action(distOption, async ({ options }) => {
        const repository = at(options)
        const descriptor = await describeRepository(repository)
        const { name: remote, version } = descriptor
        const build = { remote, dir: repository.dist, descriptor }
        return publishBuild(client, build, [
          `to look at it: npx atalaia preview ${version}`,
          `nobody gets it yet: npx atalaia promote --percent 10`,
        ])
      }),
    )
  withDist(program.command('describe'))
    .description(`writes the descriptor of the build to ${DESCRIPTOR_FILE} in its folder`)
    .action(action(distOption, async ({ options }) => describe(at(options))))
  withDist(program.command('dev'))
    .description('serves the build to a deployed shell, and describes it anew on each request')
    .option('--port <port>', `on this machine; ${DEFAULT_PORT}, or that of the link in --shell`)
    .option(
      '--shell <address>',
      'the shell of the link that is printed, as in https://atalaia.example, or a link with a key',
    )
    .option('--key <key>', 'what the link needs, unless overrides are open there; an operator makes it')
    .option('--run <command>', 'runs the bundler beside it, as in "webpack --watch"')
    .action(action(serveOptions, async ({ options }) => serveRepository({ ...options, repository: at(options) }, run)))
}

const addMoveCommands = ({ program, action }: CommandLine, client: Client, { root, env }: AtalaiaRun): void => {
  withPromoteOptions(program.command('promote [version]'))
    .description('points a channel to a version; without one, to that in remote.json')
    .action(
      action(promoteOptions, async ({ operands, options }) => {
        const { name, version } = await readSource({ root })
        return promote(client, { remote: name, version: operands[0] ?? version }, options)
      }),
    )
  withRollbackOptions(program.command('rollback'))
    .description('takes back the newest promotion')
    .action(
      action(rollbackOptions, async ({ options }) => rollback(client, (await readSource({ root })).name, options)),
    )
  withRolloutOptions(program.command('rollout [order]')).action(
    action(rolloutOptions, async ({ operands, options }) =>
      rollout(client, { remote: (await readSource({ root })).name, order: operands[0] }, options),
    ),
  )
  withPlansOptions(program.command('plans [order] [id]')).action(
    action(plansOptions, async ({ operands: [order, id], options }) =>
      plans(client, { remote: (await readSource({ root })).name, order, id }, options),
    ),
  )
  withPreviewOptions(program.command('preview [version]')).action(
    action(previewOptions, async ({ operands, options }) => {
      const { name, version } = await readSource({ root })
      return preview(client, { remote: name, version: operands[0] ?? version }, options)
    }),
  )
  withVerifyOptions(program.command('verify [version]')).action(
    action(verifyOptions, async ({ operands, options }) => {
      const { name, version } = await readSource({ root })
      return verifyVersion(client, { remote: name, version: operands[0] ?? version }, { options, root, env })
    }),
  )
  withDoctorOptions(program.command('doctor')).action(
    action(doctorOptions, async ({ options }) => doctor(client, options)),
  )
  program
    .command('status')
    .description('what browsers get, and what is published')
    .action(action(z.object({}), async () => status(client, await readSource({ root }))))
  program
    .command('grants')
    .description('what operators have granted and reserved to the remote, and who did it')
    .action(action(z.object({}), async () => grantsOfRemote(client, (await readSource({ root })).name)))
  program
    .command('history')
    .description('who moved what, when and why')
    .action(action(z.object({}), async () => history(client, (await readSource({ root })).name)))
}

const addTypes = ({ program, action }: CommandLine, client: Client, { root, env }: AtalaiaRun): void => {
  withChannel(program.command('types [remotes...]'))
    .description('fetches declarations of modules that other remotes expose; without names, those fetched before')
    .option('--check', 'writes nothing, and fails where those here are no longer what is live')
    .action(
      action(typesOptions, async ({ operands, options }) =>
        fetchTypes(client, { ...options, operands, root, origin: gatewayOrigin(env) }),
      ),
    )
}

const addToken = ({ program, action }: CommandLine, { root, env }: AtalaiaRun): void => {
  program
    .command('token')
    .description(
      'exchanges the identity token of this CI job, and prints the key: export DEPLOY_TOKEN="$(npx atalaia token)"',
    )
    .action(
      action(z.object({}), async () => {
        const key = await keyOf(env, root)
        return { text: `${key}\n`, json: { token: key } }
      }),
    )
}
