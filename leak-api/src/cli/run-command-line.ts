import { createCommandLine, Misuse, type CommandLine, type OperatorClient } from '@atalaia/server'
import { readConfig } from '../config.ts'
import { createConnection } from './connect.ts'

export type CommandLineParts = {
  /** The name of its script in package.json. */
  readonly name: 'leaks' | 'portals'
  readonly description: string
  /** Adds the commands of the features. */
  readonly register: (line: CommandLine, server: OperatorClient) => void
}

/** Runs a command line of leak-api on the words of this process, and ends the process. Without a word it shows its help. */
export const runCommandLine = async ({ name, description, register }: CommandLineParts): Promise<never> => {
  const line = createCommandLine({
    name,
    call: `npm run ${name} --`,
    description,
    notes: 'Data lies in DATA_DIR (default .data), or in the PostgreSQL of DATABASE_URL.',
    out: (text) => process.stdout.write(text),
    err: (text) => process.stderr.write(text),
  })
  const { program } = line
  program.argument('[words...]').action(([word]: readonly string[]) => {
    const known = program.commands.map((command) => command.name())
    if (word !== undefined) throw new Misuse(`${word}: no such command; there are ${known.join(', ')}`)
    program.outputHelp()
  })
  const server = createConnection({
    readConfig: () => readConfig(process.env),
    warn: (text) => process.stderr.write(`${name}: ${text}\n`),
  })
  register(line, server)
  const code = await line.run(process.argv.slice(2))
  await server.close()
  process.exit(code)
}
