import { createCommandLine, Misuse, type CommandLine } from '@atalaia/server'
import { readConfig, type Config } from '../config.ts'
import { createInstallation, type InstallationTools } from './installation.ts'

export type CommandCall = {
  readonly words: readonly string[]
  readonly env: NodeJS.ProcessEnv
  readonly out: (text: string) => void
  readonly screen: { readonly isTTY?: boolean; write(text: string): unknown }
}

export type CommandTools = Pick<CommandCall, 'env' | 'screen'> & {
  readonly tools: () => Promise<InstallationTools>
  readonly readConfig: () => Config
}

export type CommandLineParts = {
  readonly name: 'leaks' | 'portals'
  readonly description: string
  readonly register: (line: CommandLine, tools: CommandTools) => void
}

/** Returns the exit code. Without words, shows the help. */
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

export const runInThisProcess = async (parts: CommandLineParts): Promise<never> =>
  process.exit(
    await runCommandLine(parts, {
      words: process.argv.slice(2),
      env: process.env,
      out: (text) => process.stdout.write(text),
      screen: process.stderr,
    }),
  )
