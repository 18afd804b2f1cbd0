import { addImportCommands } from '../importing/import-commands.ts'
import { addPortalCommands } from '../portals/portal-commands.ts'
import { runCommandLine } from './run-command-line.ts'

/** Portals had their place here before they got a command line of their own. */
const moved = (command: string) => void process.stderr.write(`leaks: call it as npm run portals -- ${command}\n`)

await runCommandLine({
  name: 'leaks',
  description: 'Brings leak files into the database; while the server runs or without it.',
  register: (line, server) => {
    addImportCommands(line, { server, screen: process.stderr })
    addPortalCommands(line, { server, moved })
  },
})
