import { execFile } from 'node:child_process'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { parseEnv, promisify } from 'node:util'
import { hasFailed, messageOf, reportsSchema, reportsText, type Report } from '@atalaia/server'
import { root } from '@atalaia/stack'
import { parseOptions } from './support/run-script.ts'

const HELP = `npm run doctor -- [--env DIR] [--json]
Checks an installation: database, schema, grants, keys, clock, mail, DNS, certificate, store, disk, backup. It changes
nothing and sends nothing. Exit code 1: a check failed.

  --env DIR   the folder of common.env, api.env and gateway.env (/etc/atalaia). Variables of this process count, too.
  --json      the reports as one line

In a container: node leak-api/src/cli/leaks.ts installation, node gateway/src/cli/remotes.ts installation`

const SERVERS = [
  { name: 'API', file: 'api.env', script: 'leak-api/src/cli/leaks.ts' },
  { name: 'gateway', file: 'gateway.env', script: 'gateway/src/cli/remotes.ts' },
]

const { values } = parseOptions({
  options: {
    env: { type: 'string', default: '/etc/atalaia' },
    json: { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h', default: false },
  },
})

const readEnv = async (file: string): Promise<NodeJS.Dict<string>> => {
  try {
    return parseEnv(await readFile(join(values.env, file), 'utf8'))
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return {}
    throw error
  }
}

/** Root must not claim the folder. */
const ownerOf = async (dataDir: string | undefined) => {
  if (process.getuid?.() !== 0 || !dataDir) return {}
  const { uid, gid } = await stat(dataDir)
  return { uid, gid }
}

const ask = async ({ name, file, script }: (typeof SERVERS)[number]): Promise<readonly Report[]> => {
  try {
    const env = { ...process.env, ...(await readEnv('common.env')), ...(await readEnv(file)) }
    const user = await ownerOf(env['DATA_DIR'])
    // Exit code 1 comes with reports, too.
    const run = promisify(execFile)(process.execPath, [join(root, script), 'installation', '--json'], {
      env,
      cwd: root,
      ...user,
    })
    const { stdout, stderr } = await run.catch((error: unknown) => outputOf(error))
    if (stdout === '') throw new Error(stderr.trim())
    return reportsSchema.parse(JSON.parse(stdout)).checks.map((each) => ({ ...each, name: `${name}: ${each.name}` }))
  } catch (error) {
    const advice = `Look at the settings in ${join(values.env, file)}.`
    return [{ name, state: 'fail', text: messageOf(error), advice }]
  }
}

const outputOf = (error: unknown): { readonly stdout: string; readonly stderr: string } => {
  if (error instanceof Error && 'stdout' in error && 'stderr' in error)
    return { stdout: String(error.stdout), stderr: String(error.stderr) }
  throw error
}

if (values.help) {
  console.log(HELP)
} else {
  const reports = (await Promise.all(SERVERS.map(ask))).flat()
  process.stdout.write(values.json ? `${JSON.stringify({ checks: reports })}\n` : reportsText(reports))
  process.exitCode = hasFailed(reports) ? 1 : 0
}
