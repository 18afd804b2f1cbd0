import { Command, CommanderError } from 'commander'
import type { z } from 'zod'
import { messageOf } from './error-text.ts'

export type { Command }

/** Exit codes of all our processes. */
export const EXIT = { ok: 0, failed: 1, misuse: 2 } as const

export type CommandLineOptions = {
  /** Begins errors: `leaks: a.txt: no such file`. */
  readonly name: string
  /** In usage lines: `npm run leaks --`. */
  readonly call: string
  readonly description: string
  /** Follows the list of commands in the help. */
  readonly notes?: string
  out(text: string): void
  err(text: string): void
}

export type Outcome = {
  /** For people; to standard error when `code` is not 0. Ends with a line break. */
  readonly text?: string
  /** Replaces `text` with `--json`, as one line. */
  readonly json?: unknown
  /** Default: 0. */
  readonly code?: number
}

/** A command as called. */
export type Order<Options> = { readonly operands: readonly string[]; readonly options: Options; readonly json: boolean }

/** A wrong call: `message`, then the command's usage. Exit code 2. */
export class Misuse extends Error {
  override readonly name = 'Misuse'
}

export type CommandLine = {
  /** Commander's program, with `--json` and `--help`. */
  readonly program: Command
  /** Parses options with `schema`; an issue is a wrong call: `--percent is 1 to 100`. */
  action<Schema extends z.ZodType>(
    schema: Schema,
    run: (order: Order<z.output<Schema>>) => Promise<Outcome>,
  ): (...given: unknown[]) => Promise<void>
  /**
   * Never rejects: 0 done, 1 failed, 2 wrongly called, or the command's own code. Errors are one
   * line on standard error.
   */
  run(words: readonly string[]): Promise<number>
}

const optionName = (key: string) => `--${key.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`

const pathOf = (command: Command): string =>
  command.parent?.parent ? `${pathOf(command.parent)} ${command.name()}` : command.name()

const quoted = (message: string) => /'(.*)'/.exec(message)?.[1] ?? ''

const misuseOf = (command: Command, { code, exitCode, message }: CommanderError): Misuse | undefined => {
  if (exitCode === EXIT.ok) return undefined
  const own = command.parent === null ? '' : `${pathOf(command)}: `
  const takes = `${pathOf(command)} takes ${command.registeredArguments.length} operand(s), not ${command.args.length}`
  switch (code) {
    case 'commander.help':
      return new Misuse(`${own}a command is missing`)
    case 'commander.unknownCommand':
      return new Misuse(`${own}there is no command "${quoted(message)}"`)
    case 'commander.missingArgument':
      return new Misuse(`${takes}: ${quoted(message).toUpperCase()} is missing`)
    case 'commander.excessArguments':
      return new Misuse(takes)
    default:
      return new Misuse(`${own}${message.replace(/^error: /, '').replace(/^unknown/, 'Unknown')}`)
  }
}

const walk = (command: Command, visit: (command: Command) => void): void => {
  visit(command)
  for (const child of command.commands) walk(child, visit)
}

const isCommand = (value: unknown): value is Command => value instanceof Command

/** Commander with our exit codes and one-line errors. Never ends the process. */
export const createCommandLine = (options: CommandLineOptions): CommandLine => {
  const { name, call, description, notes, out, err } = options
  let code: number = EXIT.ok
  // Commander's own errors stay unprinted: this module words them.
  let showsErrors = false
  let called: Command | undefined

  const program = new Command(call)
    .usage('COMMAND [options]')
    .description(description)
    .option('--json', 'the result as one line of JSON')
    .helpOption('-h, --help', 'this text')
    .helpCommand('help [command]', 'this text, or that of one command')
    .configureOutput({ writeOut: out, writeErr: (text) => (showsErrors ? err(text) : undefined) })
  if (notes !== undefined) program.addHelpText('after', `\n${notes}`)
  program.addHelpText(
    'after',
    '\nExit code: 0 done, 1 refused or failed, 2 wrongly called. COMMAND --help tells about one command.',
  )

  program.hook('preAction', (_program, command) => void (called = command))

  const print = ({ text = '', json, code: ended = EXIT.ok }: Outcome, asJson: boolean) => {
    if (asJson && json !== undefined) out(`${JSON.stringify(json)}\n`)
    else if (text !== '') (ended === EXIT.ok ? out : err)(text)
    code = ended
  }

  return {
    program,
    action:
      (schema, run) =>
      async (...given) => {
        const command = given.find(isCommand)
        const parsed = schema.safeParse(command?.optsWithGlobals() ?? {})
        if (!parsed.success) {
          const [issue] = parsed.error.issues
          const [key] = issue?.path ?? []
          const text = issue?.message ?? 'wrong options'
          throw new Misuse(key === undefined ? text : `${optionName(String(key))} ${text}`)
        }
        const json = program.opts<{ json?: boolean }>().json === true
        print(await run({ operands: command?.args ?? [], options: parsed.data, json }), json)
      },
    run: async (words) => {
      code = EXIT.ok
      called = undefined
      walk(program, (command) =>
        command.exitOverride((error) => {
          called = command
          throw misuseOf(command, error) ?? error
        }),
      )
      try {
        await program.parseAsync([...words], { from: 'user' })
        return code
      } catch (error) {
        if (error instanceof CommanderError) return EXIT.ok
        err(`${name}: ${messageOf(error)}\n`)
        if (!(error instanceof Misuse)) return EXIT.failed
        showsErrors = true
        err('\n')
        ;(called ?? program).outputHelp({ error: true })
        return EXIT.misuse
      }
    },
  }
}
