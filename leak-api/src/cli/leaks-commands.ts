import { demandDatabase } from '@atalaia/server'
import { addIdentityCommands } from '../accounts/identities/identity-commands.ts'
import { addKeyCommands } from '../accounts/api-keys/key-commands.ts'
import { addAuditCommands } from '../base/audit/audit-commands.ts'
import { addImportCommands } from '../leaks/importing/import-commands.ts'
import { addInstallationKeyCommands } from '../base/installation-keys/installation-key-commands.ts'
import { addDeliveriesCommand } from '../base/deliveries/deliveries-command.ts'
import { addOperatorCommands } from '../accounts/operators/operator-commands.ts'
import { addPortalCommands } from '../connect/portals/portal-commands.ts'
import { addRetentionCommands } from '../accounts/privacy/retention-commands.ts'
import { addSiemCommands } from '../notify/siem/siem-commands.ts'
import { addLeakDatabaseCommands } from './database-commands.ts'
import { addDistributeCommand } from './distribute-command.ts'
import type { CommandLineParts } from './run-command-line.ts'

export const leaksCommands: CommandLineParts = {
  name: 'leaks',
  description:
    'Brings leak files into the database, makes keys for other systems, and looks after organisations and people; while the server runs or without it.',
  register: (line, { tools, readConfig, env: environment, screen }) => {
    addImportCommands(line, { tools, screen })
    addDeliveriesCommand(line, { tools })
    addKeyCommands(line, { tools })
    addSiemCommands(line, { tools })
    addIdentityCommands(line, { tools })
    addOperatorCommands(line, { tools })
    addRetentionCommands(line, { tools })
    addAuditCommands(line, { tools })
    addInstallationKeyCommands(line, {
      withKeys: async (work) => {
        const config = readConfig()
        demandDatabase(config)
        const { openMigrated } = await import('../base/store/store.ts')
        const { database } = await openMigrated(config)
        const parts = { database, dataDir: config.dataDir, environment, clock: () => new Date() }
        return work(parts).finally(() => database.close())
      },
    })
    addLeakDatabaseCommands(line, { readConfig, screen })
    addDistributeCommand(line, { readConfig })
    // Portals had their place here before they got a command line of their own.
    const moved = (command: string) => void screen.write(`leaks: call it as npm run portals -- ${command}\n`)
    addPortalCommands(line, { tools, moved })
  },
}
