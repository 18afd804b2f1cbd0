import { Misuse } from '@atalaia/server'

/** Exactly the operands that a command has, by name: none is blank. */
export const operandsOf = (command: string, names: readonly string[], operands: readonly string[]): string[] => {
  if (operands.length > names.length)
    throw new Misuse(`${command}: there is too much: ${operands.slice(names.length).join(' ')}`)
  return names.map((name, at) => {
    const operand = operands[at]
    if (operand === undefined || operand.trim() === '') throw new Misuse(`${command}: ${name} is missing`)
    return operand
  })
}

/** The one operand of a command. */
export const operandOf = (command: string, name: string, operands: readonly string[]): string =>
  operandsOf(command, [name], operands)[0] ?? ''

/** The account by which a command names an organisation. */
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
