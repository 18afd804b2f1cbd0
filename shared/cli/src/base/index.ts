export { createCommandLine, EXIT, Misuse } from './command-line.ts'
export type { Command, CommandLine, CommandLineOptions, Order, Outcome } from './command-line.ts'
export { codeOf, messageOf } from './error-text.ts'
export { parseAnswer } from './parse-answer.ts'
