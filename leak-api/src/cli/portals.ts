import { portalsCommands } from './portals-commands.ts'
import { runInThisProcess } from './run-command-line.ts'

await runInThisProcess(portalsCommands)
