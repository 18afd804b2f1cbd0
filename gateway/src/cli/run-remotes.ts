import { readArguments, type Arguments } from './arguments.ts'
import { connect, type Client } from './client.ts'
import { commands } from './run-command.ts'
import { usage } from './usage.ts'

const DONE = 0
const FAILED = 1
const MISUSE = 2

/** One call of the command: what it is given, and where it writes. */
export type Run = {
  readonly args: readonly string[]
  readonly env: NodeJS.ProcessEnv
  /** The workspace. */
  readonly root: string
  out(text: string): void
  err(text: string): void
}

type Call = Extract<Arguments, { kind: 'call' }>

/** Runs `npm run remotes`, and gives its exit code. */
export const runRemotes = async (run: Run): Promise<number> => {
  const given = readArguments(run.args)
  if (given.kind === 'help') {
    run.out(usage)
    return DONE
  }
  if (given.kind === 'misuse') {
    run.err(`remotes: ${given.message}\n\n${usage}`)
    return MISUSE
  }
  try {
    return await carryOut(given, run)
  } catch (error) {
    run.err(`remotes: ${error instanceof Error ? error.message : String(error)}\n`)
    return FAILED
  }
}

const carryOut = async ({ command, operands, flags }: Call, { env, root, out, err }: Run): Promise<number> => {
  const work = commands.get(command)
  if (!work) throw new Error(`there is no command "${command}"`)
  const client = command === 'check' && !flags.gateway ? nobody : await connect(env, root)
  try {
    const { lines, json, failed = false } = await work(operands, flags, { client, root, env })
    if (flags.json) out(`${JSON.stringify(json)}\n`)
    else (failed ? err : out)(`${lines.join('\n')}\n`)
    return failed ? FAILED : DONE
  } finally {
    await client.close()
  }
}

/** For what is found out on this machine alone. */
const nobody: Client = {
  call: () => Promise.reject(new Error('no gateway is asked')),
  close: async () => undefined,
}
