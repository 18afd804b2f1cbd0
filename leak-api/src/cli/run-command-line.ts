import { createCommandLine, Misuse, type CommandLine } from '@atalaia/server'
import { readConfig, type Config } from '../config.ts'
import { createInstallation, type InstallationTools } from './installation.ts'

/** The process that calls a command line: its words, its environment, and where answers and messages go. */
export type CommandCall = {
  readonly words: readonly string[]
  readonly env: NodeJS.ProcessEnv
  readonly out: (text: string) => void
  /** Takes messages, and the progress of what is long. */
  readonly screen: { readonly isTTY?: boolean; write(text: string): unknown }
}

/** The parts that commands share. */
export type CommandTools = Pick<CommandCall, 'env' | 'screen'> & {
  /** Opens the installation's database with the first call. */
  readonly tools: () => Promise<InstallationTools>
  readonly readConfig: () => Config
}

export type CommandLineParts = {
  /** The name of its script in package.json. */
  readonly name: 'leaks' | 'portals'
  readonly description: string
  /** Adds the commands of the features. */
  readonly register: (line: CommandLine, tools: CommandTools) => void
}

/** Runs a command line of leak-api, and returns its exit code. Without a word it shows its help. */
export const runCommandLine = async (
  { name, description, register }: CommandLineParts,
  { words, env, out, screen }: CommandCall,
): Promise<number> => {
  const line = createCommandLine({
    name,
    call: `npm run ${name} --`,
    description,
    notes:
      'Works on the database of the server: in its DATA_DIR (default .data), or the PostgreSQL of its DATABASE_URL.',
    out,
    err: (text) => screen.write(text),
  })
  const { program } = line
  program.argument('[words...]').action(([word]: readonly string[]) => {
    const known = program.commands.map((command) => command.name())
    if (word !== undefined) throw new Misuse(`${word}: no such command; there are ${known.join(', ')}`)
    program.outputHelp()
  })
  const config = () => readConfig(env)
  const { tools, close } = createInstallation({ readConfig: config, environment: env })
  register(line, { tools, readConfig: config, env, screen })
  const code = await line.run([...words])
  await close()
  return code
}

/** Runs a command line on the words of this process, and ends the process. */
export const runInThisProcess = async (parts: CommandLineParts): Promise<never> =>
  process.exit(
    await runCommandLine(parts, {
      words: process.argv.slice(2),
      env: process.env,
      out: (text) => process.stdout.write(text),
      screen: process.stderr,
    }),
  )
