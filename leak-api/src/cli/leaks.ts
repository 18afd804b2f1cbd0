import { leaksCommands } from './leaks-commands.ts'
import { runInThisProcess } from './run-command-line.ts'

await runInThisProcess(leaksCommands)
