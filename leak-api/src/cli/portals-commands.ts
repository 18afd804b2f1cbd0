import { addPortalCommands } from '../connect/portals/portal-commands.ts'
import { addSnippetCommand } from '../connect/portals/snippet-command.ts'
import type { CommandLineParts } from './run-command-line.ts'

export const portalsCommands: CommandLineParts = {
  name: 'portals',
  description: 'Lets portals in: the origins of their pages, and the clients of their servers.',
  register: (line, { tools }) => {
    addPortalCommands(line, { tools })
    addSnippetCommand(line)
  },
}
