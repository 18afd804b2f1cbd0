import { Misuse, type CommandLine } from '@atalaia/server'

export type CommandGroup = {
  readonly name: string
  readonly description: string
  /** Default: false. */
  readonly isHidden?: boolean
  /** The commands that a wrong call is told, with their group. Default: those of this group. */
  readonly known?: readonly string[]
}

/** Adds a command that only groups others. Called without one of them, it names those that exist. */
export const addCommandGroup = (
  program: CommandLine['program'],
  { name, description, isHidden = false, known }: CommandGroup,
): CommandLine['program'] => {
  const group = program.command(name, { hidden: isHidden })
  return group
    .description(description)
    .argument('[words...]')
    .usage('COMMAND [options]')
    .action((words: readonly string[]) => {
      const commands = known ?? group.commands.map((command) => `${name} ${command.name()}`)
      throw new Misuse(`${[name, ...words].join(' ')}: no such command; there are ${commands.join(', ')}`)
    })
}
