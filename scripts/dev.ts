import { join } from 'node:path'
import { buildPackages, freePort, isPortFree, parsePort, root, workspacePackages } from '@atalaia/stack'
import { startDevPlatform, type DevPlatform } from './support/dev-platform.ts'
import { serveInShell } from './support/dev-in-shell.ts'
import { serveRemote, type DevServer } from './support/dev-server.ts'
import { watchShell } from './support/watch-shell.ts'
import { parseOptions, runServices, type RunningServices } from './support/run-script.ts'

const HELP = `npm run dev                          everything, with live reload
npm run dev -- mfe-analytics           one remote with live reload, the rest as built
npm run dev -- mfe-analytics --alone   that remote is the only one in the page
npm run dev -- mfe-analytics --shell https://atalaia.example
                                       that remote from this machine, inside a shell that is deployed

  --key KEY     with --shell: what the link needs unless ALLOW_OVERRIDES is on there (npm run remotes -- override-link)
  --port PORT   with --shell: where this machine serves the remote; a free port by default

PORT, HOST, DATA_DIR and the rest as for npm start.`

const { values, positionals } = parseOptions({
  allowPositionals: true,
  options: {
    alone: { type: 'boolean', default: false },
    shell: { type: 'string' },
    key: { type: 'string' },
    port: { type: 'string' },
    help: { type: 'boolean', short: 'h', default: false },
  },
})

const remotes = [...workspacePackages().values()].filter(
  ({ name, folder }) => name.startsWith('mfe-') && folder === join(root, name),
)

const pickRemotes = () => {
  if (values.alone && positionals.length !== 1) throw new Error('--alone goes with the name of one remote')
  if (values.shell !== undefined && positionals.length !== 1)
    throw new Error('--shell goes with the name of one remote')
  const unknown = positionals.find((name) => !remotes.some((remote) => remote.name === name))
  if (unknown) throw new Error(`${unknown}: no such remote; there are ${remotes.map(({ name }) => name).join(', ')}`)
  return positionals.length === 0 ? remotes : remotes.filter(({ name }) => positionals.includes(name))
}

const runInShell = async (services: RunningServices, folder: string, shell: string) => {
  const port = values.port === undefined ? undefined : parsePort(values.port)
  if (values.port !== undefined && (port === undefined || !(await isPortFree(port))))
    throw new Error(`--port ${values.port} cannot be used: give a free one, or leave it out`)
  const { server, link } = await serveInShell({ folder, shell, key: values.key, port })
  services.add(server)
  console.log(`\n${positionals[0]} is served at ${server.url}, and built again with every change.`)
  console.log(`Open it in the shell:\n\n  ${link}\n\nStop it with Ctrl-C.\n`)
  process.send?.({ type: 'listening', url: link })
  await services.untilStopped()
}

const run = async (services: RunningServices) => {
  const chosen = pickRemotes()
  const [only] = chosen
  if (values.shell !== undefined && only) return runInShell(services, only.folder, values.shell)
  const env: NodeJS.ProcessEnv = {
    PORT: '3000',
    HOST: '127.0.0.1',
    ALLOW_OVERRIDES: 'on',
    DATA_DIR: '.data',
    LOG_LEVEL: 'warn',
    ...process.env,
    NODE_ENV: 'development',
  }
  const port = parsePort(env['PORT'] ?? '')
  if (port === undefined || !(await isPortFree(port, env['HOST']))) {
    const given = process.argv.slice(2)
    const command = ['npm run dev', ...(given.length > 0 ? ['--', ...given] : [])].join(' ')
    throw new Error(`Port ${env['PORT']} cannot be used. Choose another one: PORT=3001 ${command}`)
  }
  const inPage = values.alone ? chosen : remotes
  console.log('Building what has changed …')
  await buildPackages({ only: ['host-shell', ...inPage.map(({ name }) => name)], log: console.log })

  const servers: DevServer[] = []
  const overrides: string[] = []
  for (const { name, folder } of chosen) {
    const server = await serveRemote(folder, await freePort())
    services.add(server)
    servers.push(server)
    overrides.push(`${name}=${server.url}`)
  }

  await Promise.all(servers.map(({ built }) => built))

  let platform: DevPlatform | undefined
  const everything = positionals.length === 0
  const shell = everything ? await watchShell(() => platform?.restartGateway(), console.log) : undefined
  if (shell) services.add(shell)

  platform = await startDevPlatform({
    env: {
      ...env,
      REMOTES: inPage.map(({ folder }) => join(folder, 'dist')).join(','),
      REMOTE_OVERRIDES: overrides.join(','),
      ...(shell && { SHELL_DIR: shell.folder }),
    },
    onRestarted: () => servers.forEach((server) => server.reload()),
    log: console.log,
  })
  services.add(platform)
  const { url, demo } = platform.listening
  console.log(`\nAtalaia in development: ${url}`)
  for (const override of overrides) console.log(`  live: ${override.replace('=', ' from ')}`)
  if (demo) console.log(`Demonstration account: ${demo.email}  password: ${demo.password}`)
  console.log('Stop it with Ctrl-C.\n')
  await services.untilStopped()
}

if (values.help) {
  console.log(HELP)
} else {
  await runServices(run)
}
