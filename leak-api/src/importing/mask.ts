/** A line's first separator and none of its content: what was not understood may be a password anywhere. */
export const maskLine = (line: string): string => {
  const separator = /[:;|\t,]/.exec(line)?.[0]
  return separator === undefined ? '***' : `***${separator}***`
}
