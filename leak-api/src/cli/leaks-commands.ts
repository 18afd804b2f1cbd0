import { addIdentityCommands } from '../accounts/identities/identity-commands.ts'
import { addKeyCommands } from '../api-keys/key-commands.ts'
import { addAuditCommands } from '../audit/audit-commands.ts'
import { addImportCommands } from '../importing/import-commands.ts'
import { addInstallationKeyCommands } from '../installation-keys/installation-key-commands.ts'
import { addMailCommand } from '../mail/mail-command.ts'
import { addOperatorCommands } from '../operators/operator-commands.ts'
import { addPortalCommands } from '../portals/portal-commands.ts'
import { addRetentionCommands } from '../privacy/retention-commands.ts'
import { addSiemCommands } from '../siem/siem-commands.ts'
import { openMigrated } from '../store/store.ts'
import { addDistributeCommand } from './distribute-command.ts'
import { addMoveCommand } from './move-command.ts'
import type { CommandLineParts } from './run-command-line.ts'

export const leaksCommands: CommandLineParts = {
  name: 'leaks',
  description:
    'Brings leak files into the database, makes keys for other systems, and looks after organisations and people; while the server runs or without it.',
  register: (line, { server, readConfig, env: environment, screen }) => {
    addImportCommands(line, { server, screen })
    addMailCommand(line, { server })
    addKeyCommands(line, { server })
    addSiemCommands(line, { server })
    addIdentityCommands(line, { server })
    addOperatorCommands(line, { server })
    addRetentionCommands(line, { server })
    addAuditCommands(line, { server })
    addInstallationKeyCommands(line, {
      withKeys: async (work) => {
        const { dataDir, databaseUrl } = readConfig()
        const { database } = await openMigrated({ dataDir, databaseUrl })
        return work({ database, dataDir, environment, clock: () => new Date() }).finally(() => database.close())
      },
    })
    addMoveCommand(line, { readConfig, environment, screen })
    addDistributeCommand(line, { readConfig })
    // Portals had their place here before they got a command line of their own.
    const moved = (command: string) => void screen.write(`leaks: call it as npm run portals -- ${command}\n`)
    addPortalCommands(line, { server, moved })
  },
}
