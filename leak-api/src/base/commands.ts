import { Misuse, type CommandLine } from '@atalaia/server'

/** Rows of text in columns as wide as their widest cell; each row ends with a line break. */
export const table = (rows: readonly (readonly string[])[]): string => {
  const widths = (rows[0] ?? []).map((_cell, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0)))
  return rows
    .map(
      (row) =>
        `${row
          .map((cell, at) => cell.padEnd(widths[at] ?? 0))
          .join('  ')
          .trimEnd()}\n`,
    )
    .join('')
}

type CommandGroup = {
  readonly name: string
  readonly description: string
  /** Default: false. */
  readonly isHidden?: boolean
  /** Commands named after a wrong call. Default: this group's. */
  readonly known?: readonly string[]
}

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

export const operandsOf = (command: string, names: readonly string[], operands: readonly string[]): string[] => {
  if (operands.length > names.length)
    throw new Misuse(`${command}: unexpected argument: ${operands.slice(names.length).join(' ')}`)
  return names.map((name, at) => {
    const operand = operands[at]
    if (operand === undefined || operand.trim() === '') throw new Misuse(`${command}: ${name} is missing`)
    return operand
  })
}

export const operandOf = (command: string, name: string, operands: readonly string[]): string =>
  operandsOf(command, [name], operands)[0] ?? ''

export const accountOf = (command: string, account: string | undefined): string => {
  if (account !== undefined) return account
  throw new Misuse(`${command}: --account EMAIL is missing: it says whose organisation is meant`)
}

/** A name that people read, trimmed: 1 to `maxLength` characters. */
export const nameOf = (command: string, operands: readonly string[], maxLength: number): string => {
  const name = operandOf(command, 'NAME', operands).trim()
  if (name.length > maxLength) throw new Misuse(`${command}: NAME has more than ${maxLength} characters`)
  return name
}
