import { addPortalCommands } from '../portals/portal-commands.ts'
import { addSnippetCommand } from '../portals/snippet-command.ts'
import { runCommandLine } from './run-command-line.ts'

await runCommandLine({
  name: 'portals',
  description: 'Lets portals in: the origins of their pages, and the clients of their servers.',
  register: (line, server) => {
    addPortalCommands(line, { server })
    addSnippetCommand(line)
  },
})
